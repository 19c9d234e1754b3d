#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/labs/capabilities.h"
#include "app/labs/lab.h"
#include "app/labs/stream/experiments/experiment.h"
#include "app/labs/stream/stream_timeline.h"

namespace texelscope::app {

/// The part shown below the timeline if there is no room for two parts.
enum class StreamTab : std::uint8_t { experiment, calls };

/// A run of an experiment.
struct ExperimentRun {
  std::size_t experiment = 0;
  bool is_right = false;
  /// Empty when an error ended it.
  std::optional<ExperimentResult> result;
  std::string error;
};

/// The stream lab: a live timeline of calls and streams, and experiments that show common mistakes.
class StreamLab : public LabState, public WatchesScene, public Runs, public Exports {
 public:
  [[nodiscard]] bool is_busy() const override { return !is_paused; }
  [[nodiscard]] bool watches_scene() const override { return !is_paused; }
  [[nodiscard]] bool can_run() const override { return !wanted_; }
  /// Requests the chosen version of the chosen experiment; advance() runs it.
  void run() override { wanted_ = true; }
  void release() override;
  void forget_mouse() override { hovered = 0; }

  /// Position in stream_experiments().
  std::size_t experiment = 0;
  /// The chosen version.
  bool is_right = false;
  StreamTab tab = StreamTab::experiment;
  /// Only calls whose name, arguments or lane contain this text are listed.
  std::string filter;
  TimeView view;
  /// The range measured by dragging with Shift; nothing before the first.
  std::optional<gpu::ActivitySpan> measured;
  /// Whether the current drag measures a range instead of panning.
  bool measures = false;
  /// The zero of the time axis: the present while the view is live, otherwise the start of the displayed run.
  gpu::CallClock::time_point zero;
  bool is_paused = false;
  /// Number of the call that was clicked; 0 for none.
  std::uint64_t selected = 0;
  /// Number of the call under the mouse in this frame; 0 for none.
  std::uint64_t hovered = 0;
  /// Number of the call that the list must scroll to; 0 for none.
  std::uint64_t scroll_to = 0;

  void choose(std::size_t chosen_experiment, bool chosen_right);
  /// Collects the activity since the last call, and runs the requested experiment.
  void advance(const LabEnvironment& environment);
  /// Pauses, or resumes with the current activity.
  void set_paused(bool pauses);
  /// Shows the last run of an experiment; all records if there was none.
  void show_run();
  /// Selects a call, and shows its time if it is out of view.
  void select(std::uint64_t number, bool from_list);

  [[nodiscard]] const std::vector<gpu::ActivityRecord>& records() const { return records_; }
  [[nodiscard]] const gpu::ActivityRecord* find(std::uint64_t number) const;
  [[nodiscard]] const std::vector<RendererSpan>& renderer_spans() const { return renderer_spans_; }
  [[nodiscard]] Timeline timeline() const;
  [[nodiscard]] LabFile file_to_save() const override { return LabFile{"timeline", "json"}; }
  [[nodiscard]] std::function<void(std::ostream&)> file_writer() const override;
  /// The calls that match the filter, as positions in records().
  [[nodiscard]] std::vector<std::size_t> listed() const;
  [[nodiscard]] const std::optional<ExperimentRun>& last_run() const { return last_run_; }

 private:
  [[nodiscard]] LabSettings declare_settings() override;
  void take_records(gpu::StreamProfiler& profiler);
  void look_at(gpu::ActivitySpan span);
  void run_wanted(const LabEnvironment& environment);

  std::vector<gpu::ActivityRecord> records_;
  std::vector<RendererSpan> renderer_spans_;
  /// While paused, all lanes of this range remain, even if only a part of it is shown.
  gpu::ActivitySpan laned_{};
  bool wanted_ = false;
  std::optional<ExperimentRun> last_run_;
  /// The numbers of the run's first call and of the call after its last.
  std::uint64_t run_begins_ = 0;
  std::uint64_t run_ends_ = 0;
};

/// The times of a call and of its execution in the stream, as lines.
[[nodiscard]] std::string call_text(const gpu::ActivityRecord& record);

}  // namespace texelscope::app
