#include "app/window/machine_facts.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "app/files/build_facts.h"
#include "tests/support/test_scenes.h"

namespace texelscope::app {
namespace {

std::string value_of(const Facts& facts, const std::string& name) {
  const auto found = std::ranges::find(facts, name, &Facts::value_type::first);
  return found == facts.end() ? "" : found->second;
}

TEST(MachineFacts, DescribeTheDeviceTheRendererAndTheDisplays) {
  const std::vector<SceneDeclaration> scenes = tests::test_scenes();
  State state{scenes};
  state.device = gpu::Device::open({});
  state.machine.facts = {.device = "cpu",
                         .device_name = "A processor",
                         .renderer = "a rasterizer",
                         .api = "GL",
                         .api_version = "4.5",
                         .path_reason = "no GPU"};
  state.machine.displays = {{"eDP-1", 2880, 1800, 60, 2}, {"HDMI-1", 1920, 1080, 50, 1}};
  const Facts facts = machine_facts(state, 1.5);
  EXPECT_EQ(facts.front(), (Facts::value_type{"Version", build_facts().front().value}));
  EXPECT_EQ(value_of(facts, "Device"), "cpu: A processor");
  EXPECT_EQ(value_of(facts, "Renderer"), "a rasterizer");
  EXPECT_EQ(value_of(facts, "GL"), "4.5");
  EXPECT_EQ(value_of(facts, "Interop"), "through the host: no GPU");
  EXPECT_EQ(value_of(facts, "Current scale"), "1.5");
  EXPECT_EQ(std::ranges::count(facts, "Display", &Facts::value_type::first), 2);
  EXPECT_EQ(value_of(facts, "Display"), "eDP-1, 2880 × 1800 at 60 Hz, scale 2");
  EXPECT_EQ(value_of(facts, "Program"), std::filesystem::read_symlink("/proc/self/exe").string());
  for (const auto& [name, value] : facts) {
    EXPECT_FALSE(value.empty()) << name;
    EXPECT_EQ(value.find('\n'), std::string::npos) << name;
  }
}

TEST(MachineFacts, ArePlainTextWithALineEach) {
  EXPECT_EQ(facts_text({{"Device", "cpu"}, {"GL", "4.5"}}), "Device: cpu\nGL: 4.5\n");
}

}  // namespace
}  // namespace texelscope::app
