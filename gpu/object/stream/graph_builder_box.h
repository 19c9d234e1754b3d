#pragma once

#include <cstddef>
#include <memory>
#include <string_view>
#include <utility>
#include <vector>

#include "gpu/driver/device_box.h"
#include "gpu/object/stream/stream_box.h"
#include "texelscope/gpu/handle.h"
#include "texelscope/gpu/stream.h"

namespace texelscope::gpu {

/// An ended recording, which it owns.
class RecordedGraph : public DeviceObject<GraphHandle, driver::GraphDestroy> {
 public:
  /// Ends the capture of a stream. @throws DriverError, in which case the capture may continue.
  RecordedGraph(const std::shared_ptr<DeviceBox>& device, StreamHandle stream)
      : DeviceObject{device, device->call(driver::CaptureEnd{stream}).graph} {}
  /// A graph created elsewhere.
  RecordedGraph(const std::shared_ptr<DeviceBox>& device, GraphHandle made, const HandleOwner& owner)
      : DeviceObject{device, made, owner} {}
};

class GraphBox {
 public:
  explicit GraphBox(std::shared_ptr<RecordedGraph> recording)
      : recording_{std::move(recording)},
        exec_{recording_->device(), recording_->device()->call(driver::GraphInstantiate{recording_->handle()}).exec} {}
  /// An executable graph created elsewhere.
  GraphBox(const std::shared_ptr<DeviceBox>& device, GraphExecHandle made, const HandleOwner& owner)
      : exec_{device, made, owner} {}

  [[nodiscard]] const std::shared_ptr<DeviceBox>& device() const noexcept { return exec_.device(); }
  [[nodiscard]] GraphExecHandle handle() const noexcept { return exec_.handle(); }

  /// The source of the nodes' parameters. @throws Unavailable for an executable graph that was created elsewhere.
  [[nodiscard]] const RecordedGraph& recording() const;
  /// @throws DriverError, in which case nothing has changed.
  void update(std::shared_ptr<RecordedGraph> recording) {
    device()->call(driver::GraphExecUpdate{.exec = handle(), .graph = recording->handle()});
    recording_ = std::move(recording);
  }

 private:
  // The recording outlives the executable graph.
  std::shared_ptr<RecordedGraph> recording_;
  DeviceObject<GraphExecHandle, driver::GraphExecDestroy> exec_;
};

class GraphBuilderBox {
 public:
  enum class Role : unsigned char {
    /// Begins and ends a recording.
    origin,
    /// Records into the recording of an origin or a body, until it is joined.
    branch,
    /// Records the body of a conditional node.
    body,
  };

  /// An origin.
  explicit GraphBuilderBox(Stream stream) : stream_{std::move(stream)} {}
  /// A branch of `root`, an origin or a body that it keeps alive. Its stream is already recording.
  GraphBuilderBox(Stream stream, std::shared_ptr<GraphBuilderBox> root);
  /// A body, which starts recording.
  GraphBuilderBox(Stream stream, GraphHandle body);
  ~GraphBuilderBox();
  GraphBuilderBox(const GraphBuilderBox&) = delete;
  GraphBuilderBox& operator=(const GraphBuilderBox&) = delete;

  [[nodiscard]] DeviceBox& device() const noexcept { return *stream_.box()->device(); }
  [[nodiscard]] const Stream& stream() const noexcept { return stream_; }
  [[nodiscard]] StreamHandle stream_handle() const noexcept { return stream_.box()->handle(); }
  [[nodiscard]] Role role() const noexcept { return role_; }
  [[nodiscard]] bool is_building() const noexcept { return is_building_; }
  /// @throws InvalidState; `action` is the attempted operation, such as "fork".
  void require_building(std::string_view action) const;

  void begin();
  /// For an origin or a body. @throws InvalidState, DriverError.
  void end();
  /// The last ended recording. @throws InvalidState if there is none.
  [[nodiscard]] const std::shared_ptr<RecordedGraph>& recording(std::string_view action) const;

  /// The builder that began the recording that `box` belongs to; `box` itself if it is an origin or a body.
  static std::shared_ptr<GraphBuilderBox> root_of(const std::shared_ptr<GraphBuilderBox>& box);
  /// A new branch of the recording that `box` belongs to, after its recorded work.
  static std::shared_ptr<GraphBuilderBox> fork(const std::shared_ptr<GraphBuilderBox>& box);
  /// Makes this builder wait for `branch`, and ends the branch.
  void join(GraphBuilderBox& branch);

 private:
  /// Discards the recording.
  void cancel() noexcept;
  /// Returns the streams to normal operation.
  void release() noexcept;

  Stream stream_;
  Role role_ = Role::origin;
  bool is_building_ = false;
  /// Set for a branch.
  std::shared_ptr<GraphBuilderBox> root_;
  std::shared_ptr<RecordedGraph> recording_;
  /// The streams of branches belong to the recording and live until it ends, whether they are joined or not.
  std::vector<Stream> branch_streams_;
  std::size_t open_branches_ = 0;
};

}  // namespace texelscope::gpu
