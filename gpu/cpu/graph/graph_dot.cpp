#include <fmt/format.h>

#include "gpu/cpu/graph/captured_graph.h"

namespace texelscope::gpu::cpu {
namespace {

/// Escapes quotes and the special characters of record labels.
std::string escaped(const std::string& text) {
  std::string result;
  for (const char character : text) {
    if (std::string_view{"\"\\{}|<>"}.find(character) != std::string_view::npos) {
      result += '\\';
    }
    result += character;
  }
  return result;
}

void write_graph(std::string& text, const CapturedGraph& graph, const std::string& name) {
  text += fmt::format("subgraph \"cluster_{}\" {{\nlabel=\"{}\" graph[style=\"dashed\"]\n", name, name);
  for (std::size_t index = 0; index < graph.nodes.size(); ++index) {
    const GraphNode& node = graph.nodes[index];
    text += fmt::format("\"{}_node_{}\" [shape=\"record\" label=\"{{{} {}|{}}}\"];\n", name, index,
                        to_string(node.kind), index, escaped(node.label));
    for (const std::size_t dependency : node.dependencies) {
      text += fmt::format("\"{}_node_{}\" -> \"{}_node_{}\";\n", name, dependency, name, index);
    }
  }
  text += "}\n";
  for (std::size_t index = 0; index < graph.nodes.size(); ++index) {
    const auto& bodies = graph.nodes[index].bodies;
    for (std::size_t number = 0; number < bodies.size(); ++number) {
      const std::string body = fmt::format("{}_node_{}_body_{}", name, index, number);
      write_graph(text, *bodies[number], body);
      if (!bodies[number]->nodes.empty()) {
        text += fmt::format("\"{}_node_{}\" -> \"{}_node_0\" [style=\"dashed\"];\n", name, index, body);
      }
    }
  }
}

}  // namespace

std::string dot_text(const CapturedGraph& graph) {
  std::string text = "digraph dot {\n";
  write_graph(text, graph, "graph");
  return text + "}\n";
}

}  // namespace texelscope::gpu::cpu
