#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/labs/capabilities.h"
#include "app/labs/interop/ownership_trace.h"
#include "app/labs/interop/presentation_cost.h"
#include "app/labs/lab.h"
#include "app/labs/lab_environment.h"

namespace texelscope::app {

/// The part shown if there is no room for all parts.
enum class InteropTab : std::uint8_t { life, image, cost };

/// An image size for which the presentation cost is measured.
struct ShownSize {
  std::string_view name;
  const char* title;
  int width;
  int height;
};
inline constexpr std::array shown_sizes = {ShownSize{"512x512", "512²", 512, 512},
                                           ShownSize{"1280x720", "720p", 1280, 720},
                                           ShownSize{"1920x1080", "1080p", 1920, 1080}};
/// The rounds of a measurement.
inline constexpr int shown_rounds = 60;

/// The interop lab: an image that renderer and device share, step by step through a frame; and the cost of each present
/// path, measured while the lab is open.
class InteropLab : public LabState, public Runs, public WorksLong, public ShowsPicture {
 public:
  [[nodiscard]] bool is_busy() const override { return runs || is_measuring(); }
  [[nodiscard]] bool is_settling() const override;
  [[nodiscard]] std::optional<WorkInProgress> work_in_progress() const override;
  void cancel_work() override;
  [[nodiscard]] bool can_run() const override { return true; }
  /// Takes a step.
  void run() override { step(); }
  void release() override;
  [[nodiscard]] bool shows_picture() const override;
  /// The image of the chosen record.
  [[nodiscard]] OfferedPicture shown_picture() const override;

  InteropTab tab = InteropTab::life;
  /// Whether a step is taken each second.
  bool runs = false;

  /// Handles requests, takes the step that is due, and measures for a few milliseconds.
  void advance(const LabEnvironment& environment);
  /// Requests the next step, and selects it.
  void step();
  /// Requests a new image.
  void begin_again();
  /// Discards all measurements and starts over.
  void measure_again() { cost_.reset(); }
  /// Position in shown_sizes; a change restarts the measurement.
  [[nodiscard]] std::size_t size() const { return size_; }
  void choose_size(std::size_t size);

  /// Null before the first advance(), and after an error.
  [[nodiscard]] const OwnershipTrace* life() const { return life_.get(); }
  /// The reason why there is no trace; empty if there is one.
  [[nodiscard]] const std::string& error() const { return error_; }
  /// Position in the trace's records: that of the chosen record, otherwise that of the last.
  [[nodiscard]] std::size_t looked_at() const;
  void look_at(std::size_t record) { chosen_ = record; }
  /// Null before the first advance().
  [[nodiscard]] const PresentationCost* cost() const { return cost_ ? &*cost_ : nullptr; }

 private:
  [[nodiscard]] LabSettings declare_settings() override;
  [[nodiscard]] bool is_measuring() const { return !cost_ || !cost_->is_done(); }
  void advance_life(const LabEnvironment& environment);

  std::unique_ptr<OwnershipTrace> life_;
  std::string error_;
  /// The step at which the first frame stops.
  OwnershipState begins_at_ = OwnershipState::drawn;
  bool wants_step_ = false;
  double stepped_ = 0;
  std::optional<std::size_t> chosen_;
  std::size_t size_ = 1;
  std::optional<PresentationCost> cost_;
};

}  // namespace texelscope::app
