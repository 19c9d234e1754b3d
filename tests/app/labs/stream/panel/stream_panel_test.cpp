#include "app/labs/stream/stream_lab.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "app/window/panels/imgui_versions.h"
#include "tests/app/window/panels/keys.h"
#include "tests/app/window/panels/panel_fixture.h"
#include "tests/support/json_schema.h"
#include "tests/support/trace_event_schema.h"

namespace texelscope::tests {
namespace {

using namespace app;

class StreamLabPanels : public LabPanelTest<StreamLab> {
 protected:
  StreamLabPanels() : LabPanelTest("streams") {
    state.stream_profiler = std::make_shared<gpu::StreamProfiler>();
    state.stream_profiler->set_on(true);
    state.device =
        gpu::Device::open({}, {.observers = {}, .diagnostics = {}, .stream_profiler = state.stream_profiler});
  }
  void run(const char* button) {
    click(button);
    draw();
  }
  /// Moves the mouse to the center of the first item of this kind in a stream's lane.
  void move_to_item(WorkKind kind) {
    const Timeline timeline = lab().timeline();
    const Rect rect = rect_of("streams.timeline");
    const float label = std::min(theme(104), rect.width / 4);
    const float axis = line_height(theme.small_text) + theme(3);
    const float lane =
        std::floor(std::clamp((rect.height - axis) / static_cast<float>(timeline.lanes.size()), theme(7), theme(34)));
    for (const TimelineItem& item : timeline.items) {
      if (item.kind == kind) {
        const auto middle = item.time.start + (item.time.end - item.time.start) / 2;
        move_to(rect.x + label + static_cast<float>(lab().view.position(middle)) * (rect.width - label),
                rect.y + axis + (static_cast<float>(item.lane) + 0.5F) * lane);
        draw();
        return;
      }
    }
    FAIL() << "no item of that kind is shown";
  }
};

TEST_F(StreamLabPanels, RunTheRaceWrongAndRight) {
  run("streams.wrong.no-wait");
  ASSERT_TRUE(lab().last_run() && lab().last_run()->result);
  EXPECT_GT(lab().last_run()->result->stale_pixels, 0);
  EXPECT_TRUE(state.drawn.widgets.contains("streams.verdict.wrong"));
  EXPECT_TRUE(state.drawn.widgets.contains("streams.picture"));
  EXPECT_TRUE(lab().is_paused) << "the run is displayed";
  EXPECT_EQ(state.drawn.images["streams.picture"].image->pixels, lab().last_run()->result->picture.pixels);
  run("streams.right.no-wait");
  EXPECT_EQ(lab().last_run()->result->stale_pixels, 0);
  EXPECT_TRUE(state.drawn.widgets.contains("streams.verdict.correct"));
  EXPECT_FALSE(lab().timeline().arrows.empty());
}

TEST_F(StreamLabPanels, RunAgainByTheKey) {
  run("streams.wrong.one-event");
  lab().choose(lab().experiment, true);
  perform(*find_action(actions, KeyChord{.key = key::f5}), state);
  draw();
  draw();
  EXPECT_TRUE(lab().last_run()->is_right);
}

TEST_F(StreamLabPanels, ShowAWholeRunAndItsCallsUnderTheMouse) {
  open(1600, 720, 1);
  run("streams.right.no-wait");
  const gpu::ActivitySpan shown = lab().view.span();
  for (const gpu::ActivityRecord& record : lab().records()) {
    if (record.name == "cuStreamWaitEvent" && record.device) {
      EXPECT_GE(record.device->start, shown.start);
      EXPECT_LE(record.device->end, shown.end);
    }
  }
  move_to_item(WorkKind::wait);
  ASSERT_NE(lab().find(lab().hovered), nullptr);
  EXPECT_EQ(lab().find(lab().hovered)->name, "cuStreamWaitEvent");
  hold(0, true);
  hold(0, false);
  draw();
  EXPECT_EQ(lab().selected, lab().find(lab().selected)->number);
  EXPECT_EQ(lab().find(lab().selected)->name, "cuStreamWaitEvent");
  draw();
  EXPECT_TRUE(state.drawn.widgets.contains("streams.call.selected")) << "the list shows the call";
}

TEST_F(StreamLabPanels, ZoomByTheWheelAndPanByDragging) {
  run("streams.right.no-wait");
  move_to("streams.timeline");
  const double seconds = lab().view.seconds;
  ImGui::GetIO().MouseWheel = 1;
  draw();
  EXPECT_LT(lab().view.seconds, seconds);
  const auto end = lab().view.end;
  const Rect rect = rect_of("streams.timeline");
  move_to(rect.x + rect.width * 0.6F, rect.bottom() - 3);
  draw();
  hold(0, true);
  move_to(rect.x + rect.width * 0.8F, rect.bottom() - 3);
  draw();
  hold(0, false);
  EXPECT_LT(lab().view.end, end) << "dragging to the right shows earlier calls";
  click("streams.fit");
  EXPECT_NEAR(lab().view.seconds, seconds, 1e-9);
}

TEST_F(StreamLabPanels, MeasureARangeByShiftDragging) {
  run("streams.right.no-wait");
  const Rect rect = rect_of("streams.timeline");
  const auto end = lab().view.end;
  move_to(rect.x + rect.width * 0.5F, rect.bottom() - 3);
  draw();
  set_shift(true);
  hold(0, true);
  move_to(rect.x + rect.width * 0.8F, rect.bottom() - 3);
  draw();
  hold(0, false);
  set_shift(false);
  ASSERT_TRUE(lab().measured);
  EXPECT_EQ(lab().view.end, end) << "the timeline does not pan";
  const double seconds = seconds_of(lab().measured->end - lab().measured->start);
  const float label = std::min(theme(104), rect.width / 4);
  EXPECT_NEAR(seconds, lab().view.seconds * rect.width * 0.3 / (rect.width - label), lab().view.seconds * 0.02);
  const Timeline before = lab().timeline();
  zoom(lab().view, 0.01, 0.5);
  EXPECT_EQ(lab().timeline().lanes, before.lanes) << "all lanes remain when a part is displayed";
  lab().show_run();
  EXPECT_FALSE(lab().measured) << "a different range is displayed";
}

TEST_F(StreamLabPanels, WriteTheTimelineAsAChromeTrace) {
  run("streams.right.no-wait");
  click("streams.export");
  draw();
  EXPECT_TRUE(state.dialogs.file.is_shown);
  EXPECT_EQ(state.dialogs.file.saves, SavedKind::lab_file);
  EXPECT_TRUE(state.dialogs.file.text.ends_with("timeline.json")) << state.dialogs.file.text;
  std::ostringstream out;
  lab().file_writer()(out);
  const nlohmann::json json = nlohmann::json::parse(out.str());
  EXPECT_EQ(schema_errors(trace_event_schema(), json), std::vector<std::string>{});
  std::set<std::string> lanes;
  std::set<std::string> phases;
  std::set<std::string> ranges;
  for (const auto& event : json.at("traceEvents")) {
    phases.insert(event.at("ph"));
    if (event.value("cat", "") == "range") {
      ranges.insert(event.at("name"));
    }
    if (event.at("name") == "thread_name") {
      const std::string lane = event.at("args").at("name");
      lanes.insert(lane.substr(0, lane.find(',')));
    }
  }
  EXPECT_TRUE(lanes.contains("producer") && lanes.contains("consumer"));
  EXPECT_TRUE(phases.contains("s") && phases.contains("f")) << "the wait has an arrow";
  EXPECT_EQ(ranges, std::set<std::string>{"No wait between streams, right"});
}

TEST_F(StreamLabPanels, PauseAndResumeTheLiveView) {
  draw();
  EXPECT_FALSE(lab().is_paused);
  const auto before = lab().view.end;
  draw();
  EXPECT_GT(lab().view.end, before);
  click("streams.pause");
  EXPECT_TRUE(lab().is_paused);
  EXPECT_FALSE(lab().watches_scene());
  const auto held = lab().view.end;
  draw();
  EXPECT_EQ(lab().view.end, held);
  click("streams.pause");
  EXPECT_FALSE(lab().is_paused);
}

TEST_F(StreamLabPanels, FilterCallsAndShowTheClickedOne) {
  open(1600, 720, 1);
  run("streams.right.no-wait");
  type("streams.filter", "cuEventRecord");
  draw();
  const std::vector<std::size_t> listed = lab().listed();
  ASSERT_FALSE(listed.empty());
  for (const std::size_t position : listed) {
    EXPECT_EQ(lab().records()[position].name, "cuEventRecord");
  }
  lab().view.end -= std::chrono::seconds{20};
  click("streams.call.last");
  ASSERT_NE(lab().find(lab().selected), nullptr);
  EXPECT_EQ(lab().find(lab().selected)->name, "cuEventRecord");
  const double position = lab().view.position(lab().find(lab().selected)->device->start);
  EXPECT_GE(position, 0);
  EXPECT_LE(position, 1);
  type("streams.filter", "nothing like this");
  draw();
  EXPECT_TRUE(lab().listed().empty());
}

TEST_F(StreamLabPanels, ReportThatAnExperimentNeedsGL) {
  run("streams.wrong.map-and-launch");
  EXPECT_TRUE(state.drawn.widgets.contains("streams.error.experiment"));
}

TEST_F(StreamLabPanels, RestoreTheirSettings) {
  run("streams.right.one-event");
  lab().filter = "Launch";
  lab().view.seconds = 0.5;
  StreamLab other;
  for (const auto& [name, text] : lab().settings()) {
    other.set(name, text);
  }
  EXPECT_EQ(other.experiment, lab().experiment);
  EXPECT_TRUE(other.is_right);
  EXPECT_EQ(other.filter, "Launch");
  EXPECT_EQ(other.view.seconds, 0.5);
  EXPECT_FALSE(other.can_run()) << "the run is requested";
  EXPECT_THROW(other.set("seconds", "-1"), ParameterError);
  EXPECT_THROW(other.set("experiment", "none"), ParameterError);
  EXPECT_THROW(other.set("colour", "red"), ParameterError);
}

class StreamLabInWindows : public InWindows<StreamLabPanels> {};
TEXELSCOPE_INSTANTIATE_FOR_WINDOWS(StreamLabInWindows);

TEST_P(StreamLabInWindows, KeepTheirPartsInside) {
  lab().run();
  draw();
  for (const StreamTab tab : {StreamTab::experiment, StreamTab::calls}) {
    lab().tab = tab;
    draw();
    draw();
    for (const char* name : {"streams.timeline", "streams.pause", "streams.fit", "streams.seconds"}) {
      expect_inside(name, regions.viewport);
    }
    for (const char* name : {"streams.picture", "streams.text", "streams.filter"}) {
      if (state.drawn.widgets.contains(name)) {
        EXPECT_LE(rect_of(name).right(), regions.viewport.right() + 0.5F) << name;
      }
    }
  }
}

}  // namespace
}  // namespace texelscope::tests
