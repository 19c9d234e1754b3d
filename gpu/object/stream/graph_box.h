#pragma once

#include <memory>
#include <utility>

#include "gpu/driver/device_box.h"
#include "texelscope/gpu/handle.h"

namespace texelscope::gpu {

/// A recording that has ended. Owns it.
class RecordedGraph {
 public:
  /// Ends the capture of a stream. @throws DriverError; the capture may go on then.
  RecordedGraph(std::shared_ptr<DeviceBox> device, StreamHandle stream)
      : device_{std::move(device)}, graph_{device_->call(driver::CaptureEnd{stream}).graph} {}
  ~RecordedGraph() { device_->clean_up(driver::GraphDestroy{graph_}); }
  RecordedGraph(const RecordedGraph&) = delete;
  RecordedGraph& operator=(const RecordedGraph&) = delete;

  [[nodiscard]] const std::shared_ptr<DeviceBox>& device() const noexcept { return device_; }
  [[nodiscard]] GraphHandle handle() const noexcept { return graph_; }

 private:
  std::shared_ptr<DeviceBox> device_;
  GraphHandle graph_;
};

class GraphBox {
 public:
  explicit GraphBox(std::shared_ptr<RecordedGraph> recording)
      : device_{recording->device()},
        recording_{std::move(recording)},
        handle_{device_->call(driver::GraphInstantiate{recording_->handle()}).exec} {}
  ~GraphBox() { device_->clean_up(driver::GraphExecDestroy{handle_}); }
  GraphBox(const GraphBox&) = delete;
  GraphBox& operator=(const GraphBox&) = delete;

  [[nodiscard]] const std::shared_ptr<DeviceBox>& device() const noexcept { return device_; }
  [[nodiscard]] GraphExecHandle handle() const noexcept { return handle_; }
  /// Where the parameters of its nodes come from.
  [[nodiscard]] const RecordedGraph& recording() const noexcept { return *recording_; }
  /// @throws DriverError; nothing has changed then.
  void update(std::shared_ptr<RecordedGraph> recording) {
    device_->call(driver::GraphExecUpdate{.exec = handle_, .graph = recording->handle()});
    recording_ = std::move(recording);
  }

 private:
  std::shared_ptr<DeviceBox> device_;
  std::shared_ptr<RecordedGraph> recording_;
  GraphExecHandle handle_;
};

}  // namespace texelscope::gpu
