#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/labs/lab.h"
#include "app/labs/stream/experiments/experiment.h"
#include "app/labs/stream/stream_timeline.h"

namespace texelscope::app {

/// What stands below the timeline where there is no room for both.
enum class StreamTab : std::uint8_t { experiment, calls };

/// A run of an experiment.
struct ExperimentRun {
  std::size_t experiment = 0;
  bool is_right = false;
  /// Empty when an error ended it.
  std::optional<ExperimentResult> result;
  std::string error;
};

/// The stream lab: when which call ran on which stream, live, and experiments that show what goes wrong.
class StreamLab : public LabState {
 public:
  [[nodiscard]] bool is_busy() const override { return !is_paused; }
  [[nodiscard]] bool watches_scene() const override { return !is_paused; }
  [[nodiscard]] bool can_run() const override { return !wanted_; }
  /// Asks for the chosen version of the chosen experiment; advance() runs it.
  void run() override { wanted_ = true; }
  void release() override;

  /// Position in stream_experiments().
  std::size_t experiment = 0;
  /// Which version.
  bool is_right = false;
  StreamTab tab = StreamTab::experiment;
  /// Only calls whose name, arguments or lane contain this text are listed.
  std::string filter;
  TimeView view;
  /// Measured by dragging with Shift; none until then.
  std::optional<gpu::ActivitySpan> measured;
  /// Whether the drag that goes on measures.
  bool measures = false;
  /// What the axis counts from: now while it is live, the begin of the run that is looked at.
  gpu::CallClock::time_point zero;
  bool is_paused = false;
  /// Number of the call that was clicked; 0 for none.
  std::uint64_t selected = 0;
  /// Number of the call under the mouse in this frame; 0 for none.
  std::uint64_t hovered = 0;
  /// Number of the call that the list has to bring into sight; 0 for none.
  std::uint64_t scroll_to = 0;

  void choose(std::size_t chosen_experiment, bool chosen_right);
  /// Takes up what has happened since the last call, and runs the experiment that was asked for.
  void advance(const LabEnvironment& environment);
  /// Pauses, or goes on with what happens from now on.
  void set_paused(bool pauses);
  /// Shows the last run of an experiment; all that is kept where there was none.
  void show_run();
  /// Selects a call, and shows its time when it is outside of what is shown.
  void select(std::uint64_t number, bool from_list);

  [[nodiscard]] const std::vector<gpu::ActivityRecord>& records() const { return records_; }
  [[nodiscard]] const gpu::ActivityRecord* find(std::uint64_t number) const;
  [[nodiscard]] const std::vector<RendererSpan>& renderer_spans() const { return renderer_spans_; }
  [[nodiscard]] Timeline timeline() const;
  [[nodiscard]] std::optional<LabFile> file_to_save() const override { return LabFile{"timeline", "json"}; }
  [[nodiscard]] std::function<void(std::ostream&)> file_writer() const override;
  /// The calls that the filter lets through, as positions in records().
  [[nodiscard]] std::vector<std::size_t> listed() const;
  [[nodiscard]] const std::optional<ExperimentRun>& last_run() const { return last_run_; }

 private:
  [[nodiscard]] LabSettings declare_settings() override;
  void take_records(gpu::StreamProfiler& profiler);
  void look_at(gpu::ActivitySpan span);
  void run_wanted(const LabEnvironment& environment);

  std::vector<gpu::ActivityRecord> records_;
  std::vector<RendererSpan> renderer_spans_;
  /// While it is paused, the lanes of this time stay, whatever part of it is shown.
  gpu::ActivitySpan laned_{};
  bool wanted_ = false;
  std::optional<ExperimentRun> last_run_;
  /// Numbers of its first call and of the one behind its last.
  std::uint64_t run_begins_ = 0;
  std::uint64_t run_ends_ = 0;
};

/// When a call was made and when its stream did it, as lines.
[[nodiscard]] std::string call_text(const gpu::ActivityRecord& record);

}  // namespace texelscope::app
