#pragma once

// Which mesh of a level is meant: navquery, navbake export and navbake diff ask it alike.

#include <cstddef>
#include <span>
#include <string>

#include "common/command_line.h"
#include "navspan/core/result.h"
#include "navspan/navmesh/nav_mesh.h"

namespace navspan::tools {

/// Adds the flag --agent.
void add_agent_option(CommandLine& line, std::string& agent);

/// The index of the mesh asked for, by its agent's name or by its number counted from 1. Error (usage): there is no such agent,
/// or nobody asked and there are several; says which there are.
/// @param asked  empty: the only one
/// @param path   the level, for messages
Result<size_t> choose_mesh(std::span<const NavMesh> meshes, const std::string& asked, const std::string& path);

}  // namespace navspan::tools
