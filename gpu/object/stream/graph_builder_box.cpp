#include "gpu/object/stream/graph_builder_box.h"

#include "gpu/object/checks.h"
#include "gpu/object/stream/stream_box.h"

namespace texelscope::gpu {

GraphBuilderBox::GraphBuilderBox(Stream stream, std::shared_ptr<GraphBuilderBox> root)
    : stream_{std::move(stream)}, role_{Role::branch}, is_building_{true}, root_{std::move(root)} {
  stream_.box()->set_captured(true);
  ++root_->open_branches_;
}

GraphBuilderBox::GraphBuilderBox(Stream stream, GraphHandle body) : stream_{std::move(stream)}, role_{Role::body} {
  device().call(driver::CaptureBeginIntoGraph{.stream = stream_handle(), .graph = body});
  is_building_ = true;
  stream_.box()->set_captured(true);
}

GraphBuilderBox::~GraphBuilderBox() {
  if (is_building_ && role_ != Role::branch) {
    cancel();
  }
}

void GraphBuilderBox::require_building(std::string_view action) const {
  if (!is_building_) [[unlikely]] {
    throw_on<InvalidState>(device(), "cannot {} a graph builder that is not recording: {}", action,
                           role_ == Role::origin ? "call begin() first" : "its recording has been joined or has ended");
  }
}

void GraphBuilderBox::begin() {
  if (role_ != Role::origin) {
    throw_on<InvalidState>(
        device(), "a {} of a graph begins automatically: call begin() only on the builder that started the recording",
        role_ == Role::branch ? "branch" : "body");
  }
  if (is_building_) {
    throw_on<InvalidState>(device(), "this graph builder is already recording: end() it first");
  }
  if (stream_.box()->is_captured()) {
    throw_on<InvalidState>(device(), "stream {} is being recorded by another graph builder: end() that builder first",
                           driver::describe(stream_handle()));
  }
  device().call(driver::CaptureBegin{stream_handle()});
  recording_.reset();
  is_building_ = true;
  stream_.box()->set_captured(true);
}

void GraphBuilderBox::end() {
  require_building("end");
  if (open_branches_ > 0) {
    throw_on<InvalidState>(device(), "cannot end a recording with {} unjoined branches: join() them first",
                           open_branches_);
  }
  try {
    if (role_ == Role::body) {
      device().call(driver::CaptureEndIntoGraph{stream_handle()});
    } else {
      recording_ = std::make_shared<RecordedGraph>(stream_.box()->device(), stream_handle());
    }
  } catch (...) {
    cancel();
    throw;
  }
  release();
}

const std::shared_ptr<RecordedGraph>& GraphBuilderBox::recording(std::string_view action) const {
  if (!recording_) {
    throw_on<InvalidState>(device(), "cannot {} a graph builder without a recording: {}", action,
                           is_building_ ? "end() it first" : "call begin() and end() first");
  }
  return recording_;
}

std::shared_ptr<GraphBuilderBox> GraphBuilderBox::root_of(const std::shared_ptr<GraphBuilderBox>& box) {
  return box->role_ == Role::branch ? box->root_ : box;
}

std::shared_ptr<GraphBuilderBox> GraphBuilderBox::fork(const std::shared_ptr<GraphBuilderBox>& box) {
  const std::shared_ptr<GraphBuilderBox> root = root_of(box);
  const Stream stream{std::make_shared<StreamBox>(box->stream_.box()->device())};
  root->branch_streams_.push_back(stream);
  const Event here{std::make_shared<EventBox>(box->stream_.box()->device(), EventOptions{})};
  box->stream_.record(here);
  stream.wait(here);
  return std::make_shared<GraphBuilderBox>(stream, root);
}

void GraphBuilderBox::join(GraphBuilderBox& branch) {
  const Event there{std::make_shared<EventBox>(stream_.box()->device(), EventOptions{})};
  branch.stream_.record(there);
  stream_.wait(there);
  branch.is_building_ = false;
  --branch.root_->open_branches_;
}

void GraphBuilderBox::cancel() noexcept {
  if (is_building_) {
    device().clean_up(driver::CaptureCancel{.stream = stream_handle(), .is_into_graph = role_ == Role::body});
    release();
  }
}

void GraphBuilderBox::release() noexcept {
  is_building_ = false;
  stream_.box()->set_captured(false);
  for (const Stream& stream : branch_streams_) {
    stream.box()->set_captured(false);
  }
  branch_streams_.clear();
  open_branches_ = 0;
}

}  // namespace texelscope::gpu
