#pragma once

// Choice of a level's mesh by agent, for navquery, navbake export and navbake diff.

#include <cstddef>
#include <span>
#include <string>

#include "common/command_line.h"
#include "navspan/core/result.h"
#include "navspan/navmesh/nav_mesh.h"

namespace navspan::tools {

/// Adds the flag --agent.
void add_agent_option(CommandLine& line, std::string& agent);

/// Returns the index of the mesh of an agent, given by name or by number counted from 1. Error (usage): there is no such agent,
/// or none was given and there are several; lists the agents.
/// @param asked  the agent; empty: the only one
/// @param path   the level, for messages
Result<size_t> choose_mesh(std::span<const NavMesh> meshes, const std::string& asked, const std::string& path);

}  // namespace navspan::tools
