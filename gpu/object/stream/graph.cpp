#include "texelscope/gpu/graph.h"

#include "gpu/object/adopted_handle.h"
#include "gpu/object/checks.h"
#include "gpu/object/stream/graph_builder_box.h"
#include "texelscope/gpu/graph_builder.h"

namespace texelscope::gpu {
namespace {

GraphBox& require_graph(const std::shared_ptr<GraphBox>& box) { return require_open(box, "graph"); }

}  // namespace

const RecordedGraph& GraphBox::recording() const {
  if (!recording_) {
    throw_on<Unavailable>(*device(),
                          "the driver cannot report the nodes of an executable graph created elsewhere: pass the graph "
                          "it was instantiated from to Graph::from_handle");
  }
  return *recording_;
}

Graph Graph::from_handle(const Device& device, GraphHandle handle, const HandleOwner& owner) {
  DeviceBox& box = require_open(device.box(), "device");
  static_cast<void>(ask_about(box, "graph", handle, driver::GraphNodes{handle}));
  return Graph{std::make_shared<GraphBox>(std::make_shared<RecordedGraph>(device.box(), handle, owner))};
}

Graph Graph::from_handle(const Device& device, GraphExecHandle handle, const HandleOwner& owner) {
  DeviceBox& box = require_open(device.box(), "device");
  static_cast<void>(ask_about(box, "executable graph", handle, driver::GraphExecGetFlags{handle}));
  return Graph{std::make_shared<GraphBox>(device.box(), handle, owner)};
}

void Graph::launch(const Stream& stream) const {
  const GraphBox& box = require_graph(box_);
  const StreamBox& order = require_stream(stream, *box.device(), "graph");
  if (order.is_captured()) {
    box.device()->call(driver::ChildGraphAdd{.child = box.recording().handle(), .stream = order.handle()});
    return;
  }
  box.device()->call(driver::GraphLaunch{.exec = box.handle(), .stream = order.handle()});
}

void Graph::upload(const Stream& stream) const {
  const GraphBox& box = require_graph(box_);
  const StreamBox& order = require_stream(stream, *box.device(), "graph");
  require_not_captured(order, "upload a graph");
  box.device()->call(driver::GraphUpload{.exec = box.handle(), .stream = order.handle()});
}

void Graph::update(const GraphBuilder& recording) const {
  GraphBox& box = require_graph(box_);
  const GraphBuilderBox& builder = require_open(recording.box(), "graph builder");
  require_same_device(*box.device(), builder.device(), "graph", "graph builder");
  box.update(builder.recording("update a graph from"));
}

std::vector<GraphNodeKind> Graph::node_kinds() const {
  const GraphBox& box = require_graph(box_);
  return box.device()->call(driver::GraphNodes{box.recording().handle()}).kinds;
}

std::string Graph::debug_dot() const {
  const GraphBox& box = require_graph(box_);
  return box.device()->call(driver::GraphDebugDot{box.recording().handle()}).text;
}

GraphExecHandle Graph::handle() const { return require_graph(box_).handle(); }

Device Graph::device() const { return Device{require_graph(box_).device()}; }

}  // namespace texelscope::gpu
