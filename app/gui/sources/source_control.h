#pragma once

#include <atomic>
#include <filesystem>
#include <future>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/gui/sources/device_states.h"
#include "app/images/image.h"
#include "app/sources/source_listener.h"
#include "app/window/explore_options.h"
#include "app/workspace/state.h"

namespace texelscope::app {

/// Receives arrays of running programs and shows the chosen one: as a picture where it is one, otherwise in the Tensors
/// lab.
class SourceControl {
 public:
  /// A place that the user asked for and that cannot be used becomes a notice.
  SourceControl(State& state, const ListeningPlaces& places);
  /// Frees memory of the device.
  ~SourceControl();
  SourceControl(const SourceControl&) = delete;
  SourceControl& operator=(const SourceControl&) = delete;

  /// Call before the scene is run.
  void update();
  /// Whether a program has sent something since the last update().
  [[nodiscard]] bool has_news() const { return has_news_; }
  /// Shows 0 and 1 as black and white again, unless the user has changed the range that was set for the shown array:
  /// before the session is saved, whose pictures are others.
  void take_range_back();
  /// Whether a received state is not shown yet.
  [[nodiscard]] bool is_busy() const { return work_.valid(); }

 private:
  /// A state, and its picture if it is one.
  struct Made {
    std::shared_ptr<const SourceFrame> frame;
    std::shared_ptr<const Image> image;
  };

  void listen_at(const std::string& place, const MakeConnection& make, const char* example);
  void set_shown(const SourceKey& key, bool is_shown);
  /// Requests the array of the live picture that the user went to.
  void follow_picture();
  void take_requests();
  void take_requests_of_programs();
  void choose(const SourceKey& key);
  void follow();
  void receive();
  void record(const SourceFrame& frame);
  void remember(std::shared_ptr<const SourceFrame> frame);
  /// Whether more than the visible texels of the shown array is in use.
  [[nodiscard]] bool needs_whole() const;
  /// Asks for the visible texels over links without shared memory.
  void demand();
  void display();
  void show(Made made);
  void keep();

  State& state_;
  std::atomic<bool> has_news_ = false;
  std::shared_ptr<SourceTable> table_;
  std::vector<std::unique_ptr<SourceListener>> listeners_;
  DeviceStates device_states_;
  /// Whether another window listens at the usual place.
  bool is_second_ = false;
  double next_attempt_ = 0;
  /// The parameters whose range was set for the shown array, and this range; null for none.
  ParameterValues* ranged_ = nullptr;
  std::pair<double, double> range_;
  /// The path of the visible picture in the last frame; empty if a lab covered it.
  std::filesystem::path visited_;
  bool is_followed_ = false;
  /// Whether the chosen array has been shown.
  bool is_opened_ = false;
  std::shared_ptr<const SourceFrame> received_;
  /// Received, but not yet part of the history.
  std::shared_ptr<const SourceFrame> arrived_;
  std::optional<inspect::Demand> demand_;
  /// The last frame that was shown, or is being converted.
  std::shared_ptr<const SourceFrame> drawn_;
  std::future<Made> work_;
};

}  // namespace texelscope::app
