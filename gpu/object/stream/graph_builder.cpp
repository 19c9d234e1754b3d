#include "texelscope/gpu/graph_builder.h"

#include "gpu/object/checks.h"
#include "gpu/object/stream/graph_builder_box.h"

namespace texelscope::gpu {
namespace {

using driver::ConditionalKind;

GraphBuilderBox& require_builder(const std::shared_ptr<GraphBuilderBox>& box) {
  return require_open(box, "graph builder");
}

/// The CPU device supports every kind of conditional node; a driver does from a certain version on.
void require_conditionals(const DeviceBox& device, int min_version, std::string_view kind) {
  const int version = device.properties().driver_version;
  if (device.id().kind == DeviceKind::cuda && version < min_version) {
    throw_on<Unavailable>(device,
                          "the driver supports CUDA {}.{}, but {} in graphs need {}.{}: update the NVIDIA driver, or "
                          "decide on the host which graph to launch",
                          version / 1000, version % 1000 / 10, kind, min_version / 1000, min_version % 1000 / 10);
  }
}

constexpr int first_with_conditionals = 12040;
constexpr int first_with_else_and_switch = 12080;

void add_conditional(const std::shared_ptr<GraphBuilderBox>& box, ConditionalKind kind, ConditionHandle condition,
                     std::span<const GraphBody> bodies) {
  const GraphBuilderBox& builder = require_builder(box);
  DeviceBox& device = builder.device();
  builder.require_building("add a conditional node to");
  const bool is_early = kind == ConditionalKind::while_loop || (kind == ConditionalKind::if_else && bodies.size() == 1);
  require_conditionals(device, is_early ? first_with_conditionals : first_with_else_and_switch,
                       is_early ? "conditional nodes" : "else and switch nodes");
  if (bodies.empty()) {
    throw_on<InvalidArgument>(device, "a conditional node needs at least 1 body");
  }
  const auto added = device.call(driver::ConditionalAdd{.stream = builder.stream_handle(),
                                                        .kind = kind,
                                                        .condition = condition,
                                                        .body_count = static_cast<unsigned>(bodies.size())});
  for (std::size_t index = 0; index < bodies.size(); ++index) {
    const auto body = std::make_shared<GraphBuilderBox>(
        Stream{std::make_shared<StreamBox>(builder.stream().box()->device())}, added.bodies[index]);
    bodies[index](GraphBuilder{body});
    body->end();
  }
}

}  // namespace

GraphBuilder Device::create_graph_builder() const {
  static_cast<void>(require_open(box_, "device"));
  return GraphBuilder{std::make_shared<GraphBuilderBox>(Stream{std::make_shared<StreamBox>(box_)})};
}

GraphBuilder GraphBuilder::from_stream(const Stream& stream) {
  const StreamBox& box = require_open(stream.box(), "stream");
  if (box.handle() == driver::default_stream) {
    throw_on<InvalidArgument>(*box.device(), "the default stream cannot be captured: use a stream of your own");
  }
  return GraphBuilder{std::make_shared<GraphBuilderBox>(stream)};
}

void GraphBuilder::begin() const { require_builder(box_).begin(); }

void GraphBuilder::end() const {
  GraphBuilderBox& box = require_builder(box_);
  if (box.role() != GraphBuilderBox::Role::origin) {
    throw_on<InvalidState>(box.device(), "{}",
                           box.role() == GraphBuilderBox::Role::branch
                               ? "a branch of a graph cannot end(): join() it to the builder it was forked from"
                               : "the body of a conditional node ends by itself when its function returns");
  }
  box.end();
}

bool GraphBuilder::is_building() const noexcept { return box_ && box_->is_building(); }

GraphBuilder::operator const Stream&() const {
  const GraphBuilderBox& box = require_builder(box_);
  box.require_building("schedule work on");
  return box.stream();
}

std::vector<GraphBuilder> GraphBuilder::fork(std::size_t count) const {
  const GraphBuilderBox& box = require_builder(box_);
  box.require_building("fork");
  if (count < 1) {
    throw_on<InvalidArgument>(box.device(), "cannot fork into 0 branches: use at least 1");
  }
  std::vector<GraphBuilder> branches;
  branches.reserve(count);
  for (std::size_t index = 0; index < count; ++index) {
    branches.emplace_back(GraphBuilderBox::fork(box_));
  }
  return branches;
}

void GraphBuilder::join(std::span<const GraphBuilder> branches) const {
  GraphBuilderBox& box = require_builder(box_);
  box.require_building("join branches to");
  const auto root = GraphBuilderBox::root_of(box_);
  for (const GraphBuilder& branch : branches) {
    const GraphBuilderBox& other = require_builder(branch.box_);
    if (other.role() != GraphBuilderBox::Role::branch || GraphBuilderBox::root_of(branch.box_) != root ||
        branch.box_ == box_) {
      throw_on<InvalidArgument>(box.device(),
                                "cannot join a graph builder that is not a branch of this recording: join only "
                                "branches that fork() returned, and only to the builder that was forked");
    }
    other.require_building("join");
  }
  for (const GraphBuilder& branch : branches) {
    box.join(*branch.box_);
  }
}

ConditionHandle GraphBuilder::create_condition(std::uint32_t initial_value) const {
  const GraphBuilderBox& box = require_builder(box_);
  box.require_building("create a condition for");
  require_conditionals(box.device(), first_with_conditionals, "conditional nodes");
  return box.device()
      .call(driver::ConditionCreate{.stream = box.stream_handle(), .initial_value = initial_value})
      .condition;
}

void GraphBuilder::if_then(ConditionHandle condition, const GraphBody& then) const {
  add_conditional(box_, ConditionalKind::if_else, condition, {&then, 1});
}

void GraphBuilder::if_then_else(ConditionHandle condition, const GraphBody& then, const GraphBody& otherwise) const {
  const GraphBody bodies[] = {then, otherwise};
  add_conditional(box_, ConditionalKind::if_else, condition, bodies);
}

void GraphBuilder::while_loop(ConditionHandle condition, const GraphBody& body) const {
  add_conditional(box_, ConditionalKind::while_loop, condition, {&body, 1});
}

void GraphBuilder::switch_case(ConditionHandle condition, std::span<const GraphBody> cases) const {
  add_conditional(box_, ConditionalKind::switch_case, condition, cases);
}

Graph GraphBuilder::complete() const {
  const GraphBuilderBox& box = require_builder(box_);
  return Graph{std::make_shared<GraphBox>(box.recording("complete"))};
}

std::vector<GraphNodeKind> GraphBuilder::node_kinds() const {
  const GraphBuilderBox& box = require_builder(box_);
  return box.device().call(driver::GraphNodes{box.recording("list the nodes of")->handle()}).kinds;
}

std::string GraphBuilder::debug_dot() const {
  const GraphBuilderBox& box = require_builder(box_);
  return box.device().call(driver::GraphDebugDot{box.recording("describe")->handle()}).text;
}

Device GraphBuilder::device() const { return Device{require_builder(box_).stream().box()->device()}; }

}  // namespace texelscope::gpu
