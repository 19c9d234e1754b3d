#include "gpu/cpu/graph/capture_set.h"

#include <algorithm>
#include <utility>

namespace texelscope::gpu::cpu {
namespace {

/// Whether the last nodes of the origin stream wait, through others, for every node of the capture.
bool are_all_joined(const Capture& capture, const std::vector<std::size_t>& last) {
  const std::vector<GraphNode>& nodes = capture.graph->nodes;
  std::vector<bool> is_reached(nodes.size(), false);
  for (const std::size_t node : last) {
    is_reached[node] = true;
  }
  for (std::size_t index = nodes.size(); index > capture.first_node; --index) {
    if (!is_reached[index - 1]) {
      return false;
    }
    for (const std::size_t dependency : nodes[index - 1].dependencies) {
      is_reached[dependency] = true;
    }
  }
  return true;
}

}  // namespace

Status CaptureSet::begin(StreamHandle stream, std::shared_ptr<CapturedGraph> graph) {
  auto capture = std::make_shared<Capture>();
  capture->first_node = graph->nodes.size();
  capture->graph = std::move(graph);
  capture->origin = stream;
  const std::lock_guard lock{mutex_};
  if (!positions_.try_emplace(stream.value, Position{std::move(capture), {}}).second) {
    return Status::invalid_value;
  }
  count_ = positions_.size();
  return Status::success;
}

Status CaptureSet::end(StreamHandle stream, std::shared_ptr<CapturedGraph>& graph) {
  const std::lock_guard lock{mutex_};
  const auto found = positions_.find(stream.value);
  if (found == positions_.end()) {
    return Status::invalid_value;
  }
  const std::shared_ptr<Capture> capture = found->second.capture;
  if (capture->origin != stream) {
    capture->is_spoiled = true;
    return Status::stream_capture_unmatched;
  }
  const bool is_joined = are_all_joined(*capture, found->second.dependencies);
  std::shared_ptr<CapturedGraph> graph_taken = capture->graph;
  release(capture);
  if (capture->is_spoiled) {
    return Status::stream_capture_invalidated;
  }
  if (!is_joined) {
    return Status::stream_capture_unjoined;
  }
  graph = std::move(graph_taken);
  return Status::success;
}

void CaptureSet::cancel(StreamHandle stream) noexcept {
  const std::lock_guard lock{mutex_};
  const auto found = positions_.find(stream.value);
  if (found == positions_.end()) {
    return;
  }
  const std::shared_ptr<Capture> capture = found->second.capture;
  if (capture->origin == stream) {
    release(capture);
    return;
  }
  // The stream of a branch is destroyed: its recorded work can no longer be joined.
  positions_.erase(found);
  count_ = positions_.size();
}

void CaptureSet::release(const std::shared_ptr<Capture>& capture) noexcept {
  capture->has_ended = true;
  // Events refer to the capture until they are recorded again.
  capture->graph.reset();
  std::erase_if(positions_, [&](const auto& entry) { return entry.second.capture == capture; });
  count_ = positions_.size();
}

bool CaptureSet::is_capturing(StreamHandle stream) const { return graph_of(stream) != nullptr; }

std::shared_ptr<CapturedGraph> CaptureSet::graph_of(StreamHandle stream) const {
  if (!is_any()) {
    return nullptr;
  }
  const std::lock_guard lock{mutex_};
  const auto found = positions_.find(stream.value);
  return found == positions_.end() ? nullptr : found->second.capture->graph;
}

Status CaptureSet::record_at(Position& position, GraphNode node) {
  if (position.capture->is_spoiled) {
    return Status::stream_capture_invalidated;
  }
  std::vector<GraphNode>& nodes = position.capture->graph->nodes;
  node.dependencies = position.dependencies;
  std::vector<std::size_t> next{nodes.size()};
  nodes.push_back(std::move(node));
  position.dependencies = std::move(next);
  return Status::success;
}

std::optional<CapturedPoint> CaptureSet::point_of(StreamHandle stream) const {
  if (!is_any()) {
    return std::nullopt;
  }
  const std::lock_guard lock{mutex_};
  const auto found = positions_.find(stream.value);
  if (found == positions_.end()) {
    return std::nullopt;
  }
  return CapturedPoint{found->second.capture, found->second.dependencies};
}

Status CaptureSet::wait(StreamHandle stream, const CapturedPoint& point) {
  const std::lock_guard lock{mutex_};
  if (point.capture->has_ended) {
    return Status::captured_event;
  }
  if (!stream) {
    point.capture->is_spoiled = true;
    return Status::stream_capture_implicit;
  }
  auto [found, is_added] = positions_.try_emplace(stream.value, Position{point.capture, {}});
  count_ = positions_.size();
  Position& position = found->second;
  if (position.capture != point.capture) {
    position.capture->is_spoiled = true;
    point.capture->is_spoiled = true;
    return Status::stream_capture_merge;
  }
  for (const std::size_t node : point.dependencies) {
    if (std::ranges::find(position.dependencies, node) == position.dependencies.end()) {
      position.dependencies.push_back(node);
    }
  }
  return point.capture->is_spoiled ? Status::stream_capture_invalidated : Status::success;
}

Status CaptureSet::refuse(StreamHandle stream) {
  if (!is_any()) {
    return Status::success;
  }
  const std::lock_guard lock{mutex_};
  const auto found = positions_.find(stream.value);
  if (found == positions_.end()) {
    return Status::success;
  }
  found->second.capture->is_spoiled = true;
  return Status::stream_capture_unsupported;
}

Status CaptureSet::refuse_all() {
  if (!is_any()) {
    return Status::success;
  }
  const std::lock_guard lock{mutex_};
  for (const auto& entry : positions_) {
    entry.second.capture->is_spoiled = true;
  }
  return positions_.empty() ? Status::success : Status::stream_capture_unsupported;
}

void CaptureSet::clear() {
  const std::lock_guard lock{mutex_};
  positions_.clear();
  count_ = 0;
}

}  // namespace texelscope::gpu::cpu
