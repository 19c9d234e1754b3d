#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <future>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/labs/capabilities.h"
#include "app/labs/copy/copy_motion.h"
#include "app/labs/copy/copy_run.h"
#include "app/labs/copy/copy_setup.h"
#include "app/labs/lab.h"
#include "app/labs/layout/layout_lab.h"

namespace texelscope::app {

/// The view shown: two views of data, two of text and figures.
enum class CopyTab : std::uint8_t { motion, picture, plan, speed };

/// The stored record of an earlier run.
struct CopyRecord {
  std::string description;
  std::string method;
  std::string device;
  std::string memory;
  std::int64_t bytes = 0;
  /// GB/s by racer; 0 for one that did not run.
  std::array<double, copy_racers> speeds{};
  bool operator==(const CopyRecord&) const = default;
};

/// An example copy.
struct CopyPreset {
  std::string name;
  std::int64_t itemsize = 4;
  gpu::Dimensions shape{};
  std::string operations;
};
/// In the order of the list, scaled down so that each array has at most 2^`size_log2` bytes.
[[nodiscard]] std::vector<CopyPreset> copy_presets(int size_log2);
inline constexpr int smallest_preset_log2 = 8;
inline constexpr int largest_preset_log2 = 28;

/// Playback of the slow motion, which stops at its end.
struct MotionPlayback {
  MotionOrder order = MotionOrder::plan;
  bool is_playing = true;
  /// Moves a second.
  double speed = 4;
  /// Completed moves, plus the completed fraction of the next one.
  double position = 0;
};

/// The copy lab: its input, the plan, its slow motion, and its runs.
class CopyLab : public LabState, public TakesFiles, public Runs, public WorksLong {
 public:
  static constexpr std::size_t max_records = 12;

  CopyLab();
  ~CopyLab() override;

  /// Accepts an .npy file or an image as the source.
  [[nodiscard]] bool take_file(const std::filesystem::path& path) override;
  [[nodiscard]] std::vector<std::filesystem::path> files_to_read() const override;
  void wait_for_file() override;
  [[nodiscard]] bool is_busy() const override;
  [[nodiscard]] bool is_settling() const override { return is_running(); }
  [[nodiscard]] std::optional<WorkInProgress> work_in_progress() const override;
  void cancel_work() override { stop(); }
  [[nodiscard]] bool can_run() const override;
  /// Requests a run of the current copy; advance() performs it.
  void run() override;
  void release() override;
  void forget_mouse() override { hovered_item.reset(); }

  CopyInput input;
  /// The position of the source in copy_presets(); nothing for other input.
  std::optional<std::size_t> preset;
  int preset_log2 = 22;
  /// The last chosen view, and the last chosen view of each pair, for windows with room for two views.
  CopyTab tab = CopyTab::motion;
  CopyTab view = CopyTab::motion;
  CopyTab text = CopyTab::plan;
  MotionPlayback playback;
  /// The item under the mouse in this frame.
  std::optional<std::int32_t> hovered_item;
  /// Whether the slow motion was drawn in the last frame.
  bool is_motion_shown = false;
  std::vector<CopyRecord> records;

  /// Evaluates the input typed since the last call.
  void update();
  [[nodiscard]] const CopySetup& setup() const { return setup_; }
  [[nodiscard]] const CopyMotion& motion(MotionOrder order) const { return motions_[static_cast<std::size_t>(order)]; }
  [[nodiscard]] const CopyMotion& motion() const { return motion(playback.order); }
  /// The number of completed moves.
  [[nodiscard]] std::size_t moves_done() const;
  /// Advances the playback by `seconds`.
  void play(double seconds);
  void choose_tab(CopyTab chosen);
  void choose_preset(std::size_t position);
  /// Copies a side from the layout lab.
  void take_source(const LayoutLab& lab);
  void take_destination(const LayoutLab& lab);

  /// Continues the run: a worker does the next step when the previous one is done, so that the window stays responsive.
  void advance(const std::optional<gpu::Device>& device);
  [[nodiscard]] bool is_running() const { return is_wanted_ || run_ != nullptr; }
  /// Ends the run after the worker's current step; it leaves no record.
  void stop();
  [[nodiscard]] double progress() const { return progress_; }
  /// The outcome of the last run so far; null before the first.
  [[nodiscard]] const CopyOutcome* outcome() const { return outcome_ ? &*outcome_ : nullptr; }
  /// The reason why the last run ended early; empty if it did not.
  [[nodiscard]] const std::string& run_error() const { return run_error_; }

 private:
  [[nodiscard]] LabSettings declare_settings() override;
  void begin_setting() override { worked_out_.reset(); }
  void keep_record();
  void end_run();

  std::optional<CopyInput> worked_out_;
  CopyPicture picture_;
  CopySetup setup_;
  std::array<CopyMotion, 2> motions_;
  bool is_wanted_ = false;
  bool is_stopping_ = false;
  std::unique_ptr<CopyRun> run_;
  /// The worker's current step. Declared after the members that it uses, so that destruction waits for it first.
  std::future<void> piece_;
  double progress_ = 0;
  std::optional<CopyOutcome> outcome_;
  std::string run_error_;
};

}  // namespace texelscope::app
