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

#include "app/labs/copy/copy_motion.h"
#include "app/labs/copy/copy_run.h"
#include "app/labs/copy/copy_setup.h"
#include "app/labs/lab.h"
#include "app/labs/layout/layout_lab.h"

namespace texelscope::app {

/// What is looked at: two views of data, two of text and figures.
enum class CopyTab : std::uint8_t { motion, picture, plan, speed };

/// A former run, as it is kept.
struct CopyRecord {
  std::string description;
  std::string method;
  std::string device;
  std::string memory;
  std::int64_t bytes = 0;
  /// GB/s by racer; 0 for one that was not run.
  std::array<double, copy_racers> speeds{};
  bool operator==(const CopyRecord&) const = default;
};

/// A copy to begin with.
struct CopyPreset {
  std::string name;
  std::int64_t itemsize = 4;
  gpu::Dimensions shape{};
  std::string operations;
};
/// In the order of the list, scaled down until an array has at most 2^`size_log2` bytes.
[[nodiscard]] std::vector<CopyPreset> copy_presets(int size_log2);
inline constexpr int smallest_preset_log2 = 8;
inline constexpr int largest_preset_log2 = 28;

/// The slow motion's transport. It plays by itself until its end.
struct MotionPlayback {
  MotionOrder order = MotionOrder::plan;
  bool is_playing = true;
  /// Moves a second.
  double speed = 4;
  /// Moves that are done, and the part of the next that has gone by.
  double position = 0;
};

/// The copy lab: what was typed, the plan, its slow motion, and its runs.
class CopyLab : public LabState {
 public:
  static constexpr std::size_t max_records = 12;

  CopyLab();
  ~CopyLab() override;

  /// Takes an .npy file or an image as the source.
  [[nodiscard]] bool take_file(const std::filesystem::path& path) override;
  [[nodiscard]] std::vector<std::filesystem::path> files_to_read() const override;
  void wait_for_file() override;
  [[nodiscard]] bool is_busy() const override;
  [[nodiscard]] bool is_settling() const override { return is_running(); }
  [[nodiscard]] std::optional<WorkInProgress> work_in_progress() const override;
  void cancel_work() override { stop(); }
  [[nodiscard]] bool can_run() const override;
  /// Asks for a run of the copy as it stands; advance() does it.
  void run() override;
  void release() override;

  CopyInput input;
  /// Position in copy_presets() of the one that the source is; nothing for what was typed otherwise.
  std::optional<std::size_t> preset;
  int preset_log2 = 22;
  /// What was chosen last, and what of each pair stands in a window that has room for both.
  CopyTab tab = CopyTab::motion;
  CopyTab view = CopyTab::motion;
  CopyTab text = CopyTab::plan;
  MotionPlayback playback;
  /// Under the mouse in this frame.
  std::optional<std::int32_t> hovered_item;
  /// Whether the slow motion was drawn in the last frame.
  bool is_motion_shown = false;
  std::vector<CopyRecord> records;

  /// Takes up what was typed since the last call.
  void update();
  [[nodiscard]] const CopySetup& setup() const { return setup_; }
  [[nodiscard]] const CopyMotion& motion(MotionOrder order) const { return motions_[static_cast<std::size_t>(order)]; }
  [[nodiscard]] const CopyMotion& motion() const { return motion(playback.order); }
  /// How many moves are done.
  [[nodiscard]] std::size_t moves_done() const;
  /// Moves on by what is due after `seconds`.
  void play(double seconds);
  void choose_tab(CopyTab chosen);
  void choose_preset(std::size_t position);
  /// Takes a side over from the layout lab.
  void take_source(const LayoutLab& lab);
  void take_destination(const LayoutLab& lab);

  /// Goes on with the run: a worker does the next piece when the one before is done, so that the window goes on.
  void advance(const std::optional<gpu::Device>& device);
  [[nodiscard]] bool is_running() const { return is_wanted_ || run_ != nullptr; }
  /// Ends the run after the piece that a worker is at; it leaves no record.
  void stop();
  [[nodiscard]] double progress() const { return progress_; }
  /// Of the last run, as far as it is; null before the first.
  [[nodiscard]] const CopyOutcome* outcome() const { return outcome_ ? &*outcome_ : nullptr; }
  /// Why the last run ended early; empty when it did not.
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
  /// The piece that a worker is at. Declared after what it works on: it is waited for first.
  std::future<void> piece_;
  double progress_ = 0;
  std::optional<CopyOutcome> outcome_;
  std::string run_error_;
};

}  // namespace texelscope::app
