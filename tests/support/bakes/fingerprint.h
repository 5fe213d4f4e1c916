#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "bake/jumps/generate_links.h"
#include "bake/voxelize/walkable_triangles.h"
#include "navspan/bake/bake_tile.h"
#include "navspan/bake/compact_heightfield.h"
#include "navspan/bake/regions.h"

namespace navspan::support {

/// Returns a hash of the fields of a product that later stages read.
uint64_t fingerprint(const WalkableTriangles& product);
uint64_t fingerprint(const Heightfield& product);
uint64_t fingerprint(const CompactHeightfield& product);
uint64_t fingerprint(const DistanceField& product);
uint64_t fingerprint(const RegionMap& product);
uint64_t fingerprint(const ContourSet& product);
uint64_t fingerprint(const PolyMesh& product);
uint64_t fingerprint(const DetailMesh& product);
uint64_t fingerprint(const NavTile& product);
uint64_t fingerprint(const TileBorder& product);
uint64_t fingerprint(const std::vector<GeneratedLink>& product);

/// Records the name of every stage and the fingerprint of its product, in pipeline order.
struct FingerprintProbe : BakeProbe {
    std::vector<std::pair<std::string, uint64_t>> stages;
    void after(Stage stage, const BakeProducts& products) override;
    bool needs_fates() const override { return true; }
};

}  // namespace navspan::support
