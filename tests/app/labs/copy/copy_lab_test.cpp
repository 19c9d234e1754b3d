#include "app/labs/copy/copy_lab.h"

#include <gtest/gtest.h>

#include <chrono>
#include <thread>

#include "app/text/parameter.h"

namespace texelscope::app {
namespace {

void finish(CopyLab& lab, const std::optional<gpu::Device>& device) {
  lab.advance(device);
  while (lab.is_running()) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
    lab.advance(device);
  }
}

TEST(CopyLab, StartsWithAnInstructiveCopy) {
  CopyLab lab;
  lab.update();
  ASSERT_TRUE(lab.setup().plan);
  EXPECT_EQ(lab.setup().plan->method, gpu::CopyMethod::tiles);
  EXPECT_FALSE(lab.motion().moves.empty());
  EXPECT_EQ(lab.preset, 0U);
  EXPECT_TRUE(lab.can_run());
}

TEST(CopyLab, OffersOnlyPresetsWithAPlanWithinTheirSize) {
  CopyLab lab;
  for (const int size : {smallest_preset_log2, 16, largest_preset_log2}) {
    lab.preset_log2 = size;
    for (std::size_t preset = 0; preset < copy_presets(size).size(); ++preset) {
      lab.choose_preset(preset);
      ASSERT_TRUE(lab.setup().plan) << copy_presets(size)[preset].name << ": " << lab.setup().error();
      EXPECT_EQ(lab.preset, preset);
      // Cases of many axes shrink to a few items per axis.
      EXPECT_LE(lab.setup().plan->volume_bytes, std::max<std::int64_t>(std::int64_t{1} << size, 1024));
    }
  }
}

TEST(CopyLab, DeselectsAChangedPreset) {
  CopyLab lab;
  lab.input.source.operations = "sliced(::3)";
  lab.update();
  EXPECT_FALSE(lab.preset);
}

TEST(CopyLab, RestoresItsSettings) {
  CopyLab lab;
  lab.input.content = CopyContent::npy;
  lab.input.file = "a b|c.npy";
  lab.input.source = {
      {.shape = "4, 5", .strides = "20, 4", .unit = gpu::StrideUnit::bytes, .itemsize = 2, .order = "F"},
      "permuted(1, 0)\nsliced(::2)"};
  lab.input.order = CopyOrder::typed;
  lab.input.destination = {{.shape = "7"}, "flattened()"};
  lab.input.source_memory = CopyMemory::pinned;
  lab.input.destination_memory = CopyMemory::pageable;
  lab.preset_log2 = 12;
  lab.choose_tab(CopyTab::picture);
  lab.choose_tab(CopyTab::speed);
  lab.playback = {MotionOrder::elements, false, 9, 0};
  lab.records = {{"8×8 float32  sliced(::2)", "rows", "cpu", "device to pinned", 64, {1.5, 2, 0}},
                 {"a | b", "tiles", "cuda:0", "device to device", 1 << 30, {1000.25, 2000, 30}}};
  CopyLab other;
  for (const auto& [name, text] : lab.settings()) {
    other.set(name, text);
  }
  EXPECT_EQ(other.input, lab.input);
  EXPECT_EQ(other.records, lab.records);
  EXPECT_EQ(other.settings(), lab.settings());
  EXPECT_EQ(other.view, CopyTab::picture);
  EXPECT_EQ(other.text, CopyTab::speed);
  EXPECT_EQ(other.tab, CopyTab::speed);
}

TEST(CopyLab, KeepsTheStepOfASessionAndStartsOverForAnotherCopy) {
  CopyLab lab;
  lab.set("source_shape", "512, 512");
  lab.set("is_playing", "no");
  lab.set("step", "7");
  lab.update();
  EXPECT_EQ(lab.moves_done(), 7U);
  lab.input.source.array.shape = "256, 256";
  lab.update();
  EXPECT_EQ(lab.moves_done(), 0U);
  lab.set("step", "99999999");
  lab.update();
  EXPECT_EQ(lab.moves_done(), lab.motion().moves.size());
}

TEST(CopyLab, RejectsInvalidSettings) {
  CopyLab lab;
  for (const auto& [name, text] : std::vector<std::pair<std::string, std::string>>{{"no", "1"},
                                                                                   {"content", "no"},
                                                                                   {"order", "X"},
                                                                                   {"source_memory", ""},
                                                                                   {"size_log2", "a"},
                                                                                   {"step", "1.5"},
                                                                                   {"source_no", "1"},
                                                                                   {"destination_unit", "miles"},
                                                                                   {"tab", "5"},
                                                                                   {"history", "1|2"},
                                                                                   {"history", "x|1|2|3|a|b|c|d"}}) {
    EXPECT_THROW(lab.set(name, text), ParameterError) << name;
  }
}

TEST(CopyLab, CopiesTheLayoutOfTheLayoutLab) {
  LayoutLab layouts;
  layouts.text = {.shape = "4, 6, 2", .itemsize = 8};
  layouts.entries = {{"permuted(2, 0, 1)", true, 0}, {"flattened()", false, 1}, {"sliced(0)", true, 2}};
  layouts.update();
  CopyLab lab;
  lab.take_source(layouts);
  lab.update();
  EXPECT_EQ(*lab.setup().source.layout, *layouts.result().shown());
  lab.take_destination(layouts);
  lab.update();
  EXPECT_EQ(*lab.setup().destination.layout, *layouts.result().shown());
  EXPECT_TRUE(lab.setup().plan);
}

TEST(CopyLab, AcceptsDroppedFiles) {
  CopyLab lab;
  EXPECT_TRUE(lab.take_file("/data/a.npy"));
  EXPECT_EQ(lab.input.content, CopyContent::npy);
  EXPECT_EQ(lab.input.file, "/data/a.npy");
  EXPECT_EQ(lab.input.source.operations, "");
  lab.input.source.operations = "sliced(0)";
  EXPECT_TRUE(lab.take_file("b.png"));
  EXPECT_EQ(lab.input.content, CopyContent::image);
  EXPECT_EQ(lab.input.source.operations, "sliced(0)");
}

TEST(CopyLab, PlaysToItsEndAndStops) {
  CopyLab lab;
  lab.is_motion_shown = true;
  EXPECT_TRUE(lab.is_busy());
  lab.play(0.5);
  EXPECT_EQ(lab.moves_done(), 2U);
  lab.play(1000);
  EXPECT_EQ(lab.moves_done(), lab.motion().moves.size());
  EXPECT_FALSE(lab.is_busy());
}

TEST(CopyLab, RunsInAWorkerAndStoresARecord) {
  const gpu::Device device = gpu::Device::open({});
  CopyLab lab;
  lab.input.source.array.shape = "64, 48";
  lab.update();
  lab.run();
  EXPECT_TRUE(lab.is_busy());
  EXPECT_FALSE(lab.can_run());
  finish(lab, device);
  EXPECT_EQ(lab.run_error(), "");
  ASSERT_NE(lab.outcome(), nullptr);
  EXPECT_EQ(lab.outcome()->differences, 0U);
  ASSERT_EQ(lab.records.size(), 1U);
  EXPECT_EQ(lab.records[0].method, "tiles");
  EXPECT_GT(lab.records[0].speeds[0], 0);
  for (int i = 0; i < 13; ++i) {
    lab.records.push_back(lab.records[0]);
  }
  lab.run();
  finish(lab, device);
  EXPECT_EQ(lab.records.size(), CopyLab::max_records);
}

TEST(CopyLab, ReportsWhyARunFailed) {
  CopyLab lab;
  lab.run();
  finish(lab, std::nullopt);
  EXPECT_NE(lab.run_error(), "");
  lab.input.source.array.shape = "100000, 100000";
  lab.update();
  lab.run();
  finish(lab, gpu::Device::open({}));
  EXPECT_NE(lab.run_error().find("37.25 GiB"), std::string::npos);
  EXPECT_TRUE(lab.records.empty());
}

TEST(CopyLab, StopsARunWithoutARecord) {
  const gpu::Device device = gpu::Device::open({});
  CopyLab lab;
  lab.run();
  lab.stop();
  EXPECT_FALSE(lab.is_running()) << "the run has not begun yet";
  lab.run();
  lab.advance(device);
  lab.stop();
  finish(lab, device);
  EXPECT_TRUE(lab.records.empty());
  EXPECT_EQ(lab.run_error(), "");
  lab.run();
  finish(lab, device);
  EXPECT_EQ(lab.records.size(), 1U);
}

TEST(CopyLab, ReportsTheProgressOfARun) {
  const gpu::Device device = gpu::Device::open({});
  CopyLab lab;
  lab.run();
  lab.advance(device);
  double progress = lab.progress();
  EXPECT_EQ(progress, 0);
  while (lab.is_running()) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
    lab.advance(device);
    EXPECT_GE(lab.progress(), progress);
    progress = lab.progress();
  }
  EXPECT_EQ(progress, 1);
}

TEST(CopyLab, ReleasesTheDeviceDuringARun) {
  CopyLab lab;
  lab.run();
  lab.advance(gpu::Device::open({}));
  lab.release();
  EXPECT_FALSE(lab.is_running());
  EXPECT_TRUE(lab.can_run());
}

}  // namespace
}  // namespace texelscope::app
