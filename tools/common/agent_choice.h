#pragma once

// Selects a level's mesh by its agent, for navquery, navbake export and navbake diff.

#include <cstddef>
#include <span>
#include <string>

#include "common/command_line.h"
#include "navspan/core/result.h"
#include "navspan/navmesh/nav_mesh.h"

namespace navspan::tools {

/// Adds the flag --agent.
void add_agent_option(CommandLine& line, std::string& agent);

/// Returns the index of an agent's mesh. Error (usage): no agent matches `asked`, or `asked` is empty and there are several
/// agents. The message lists the agents.
/// @param asked  name or number (counted from 1) of the agent; empty: the level's only agent
/// @param path   path of the level, for messages
Result<size_t> choose_mesh(std::span<const NavMesh> meshes, const std::string& asked, const std::string& path);

}  // namespace navspan::tools
