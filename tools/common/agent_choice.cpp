#include "common/agent_choice.h"

#include "common/cli.h"

namespace navspan::tools {
namespace {

// Lists the agents: "1 human (radius 0.6, height 2), 2 ogre (radius 1.2, height 3)".
std::string agents_text(std::span<const NavMesh> meshes) {
    std::string text;
    for (size_t i = 0; i < meshes.size(); ++i) {
        const NavMeshInfo& info = meshes[i].info;
        text += (i == 0 ? "" : ", ") + std::to_string(i + 1) + (info.agent_name.empty() ? "" : " " + info.agent_name) +
                format(" (radius %.6g, height %.6g)", info.agent.radius, info.agent.height);
    }
    return text;
}

bool is_number(const std::string& text) {
    return !text.empty() && text.size() <= 9 && text.find_first_not_of("0123456789") == std::string::npos;
}

}  // namespace

void add_agent_option(CommandLine& line, std::string& agent) {
    line.add("--agent", agent, "name or number (from 1) of the agent whose mesh is used, if the level has several")
        .type("NAME|N");
}

Result<size_t> choose_mesh(std::span<const NavMesh> meshes, const std::string& asked, const std::string& path) {
    if (asked.empty() && meshes.size() == 1) return size_t{0};
    if (asked.empty()) {
        return Error{ErrorKind::usage,
                     path + ": has a mesh for each of the agents " + agents_text(meshes) + "; choose one with --agent"};
    }
    for (size_t i = 0; i < meshes.size(); ++i) {
        if (meshes[i].info.agent_name == asked) return i;
    }
    const size_t number = is_number(asked) ? std::stoul(asked) : 0;
    if (number >= 1 && number <= meshes.size()) return number - 1;
    return Error{ErrorKind::usage,
                 "--agent " + asked + ": there is no such agent in " + path + "; give one of " + agents_text(meshes)};
}

}  // namespace navspan::tools
