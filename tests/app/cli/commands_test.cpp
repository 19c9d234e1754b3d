#include <gtest/gtest.h>

#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "app/images/image_file.h"
#include "app/scenes/registry.h"
#include "tests/app/cli/command_line.h"
#include "tests/app/temporary_folder.h"
#include "tests/support/json_schema.h"
#include "tests/support/trace_event_schema.h"

namespace texelscope::app {
namespace {

using Json = nlohmann::json;
using tests::Outcome;
using tests::run_command;
using tests::TemporaryFolder;

TEST(Scenes, AreListedWithEveryParameter) {
  const Outcome text = run_command({"scenes"});
  EXPECT_EQ(text.code, 0);
  const Json json = Json::parse(run_command({"scenes", "--json"}).out);
  ASSERT_EQ(json.at("scenes").size(), scenes().size());
  for (std::size_t index = 0; index < scenes().size(); ++index) {
    const SceneDeclaration& scene = scenes()[index];
    const Json& listed = json.at("scenes").at(index);
    EXPECT_EQ(listed.at("name"), scene.name);
    EXPECT_EQ(listed.at("has_history"), scene.has_history);
    EXPECT_NE(text.out.find(scene.name), std::string::npos);
    ASSERT_EQ(listed.at("parameters").size(), scene.parameters().size());
    for (const Json& parameter : listed.at("parameters")) {
      EXPECT_NE(text.out.find(parameter.at("name").get<std::string>()), std::string::npos);
      EXPECT_TRUE(parameter.contains("initial"));
      EXPECT_EQ(parameter.at("kind") == "real", parameter.contains("unit"));
      EXPECT_EQ(parameter.at("kind") == "choice", parameter.contains("names"));
    }
  }
}

TEST(Devices, AreListedOrReportWhyNot) {
  EXPECT_EQ(run_command({"devices"}).code, 0);
  const Json json = Json::parse(run_command({"devices", "--json"}).out);
  bool has_cpu = false;
  for (const Json& device : json.at("devices")) {
    has_cpu |= device.at("id") == "cpu" && device.at("is_available");
    EXPECT_EQ(device.at("is_available").get<bool>(), !device.contains("reason")) << device;
  }
  EXPECT_TRUE(has_cpu);
}

TEST(Doctor, ChecksEachStepOnTheCpuDevice) {
  const Outcome text = run_command({"doctor", "--device", "cpu"});
  EXPECT_EQ(text.code, 0) << text.out << text.err;
  EXPECT_EQ(text.err, "");
  const Json json = Json::parse(run_command({"doctor", "--device", "cpu", "--json"}).out);
  EXPECT_TRUE(json.at("is_ok"));
  std::map<std::string, std::string> results;
  for (const Json& check : json.at("checks")) {
    results[check.at("name")] = check.at("result");
    EXPECT_EQ(check.at("result") == "ok", check.at("advice").get<std::string>().empty()) << check;
    EXPECT_NE(check.at("text"), "") << check;
  }
  for (const char* name : {"device", "compute", "kernels", "OpenGL", "sharing"}) {
    EXPECT_EQ(results[name], "ok") << name;
  }
  for (const char* name : {"CUDA driver", "devices", "EGL", "same GPU", "display", "Vulkan loader", "Vulkan"}) {
    EXPECT_TRUE(results.contains(name)) << name;
  }
}

TEST(Doctor, ExitsWithThreeAndReportsTheFailure) {
  const Outcome outcome = run_command({"doctor", "--device", "cuda:99"});
  EXPECT_EQ(outcome.code, 3);
  EXPECT_EQ(outcome.error_lines(), 1) << outcome.err;
  EXPECT_NE(outcome.out.find("\nfail  device"), std::string::npos) << outcome.out;
  EXPECT_NE(outcome.err.find("device"), std::string::npos);
}

TEST(Render, WritesAPngOfTheRequestedSize) {
  const TemporaryFolder folder;
  for (const char* scene : {"image", "plasma", "reaction_diffusion"}) {
    const std::string out = folder / (std::string(scene) + ".png");
    const Outcome outcome =
        run_command({"render", scene, "--out", out, "--frame", "2", "--size", "67x31", "--device", "cpu"});
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_EQ(outcome.err, "");
    EXPECT_EQ(outcome.out, "");
    const Image image = load_image(out);
    EXPECT_EQ(image.width, 67);
    EXPECT_EQ(image.height, 31);
  }
}

TEST(Render, RendersTheInputPicture) {
  const TemporaryFolder folder;
  const auto input = folder.write("in.ppm", std::string{"P6 2 1 255\n\xff\x00\x00\x00\x00\xff", 17});
  const std::string out = folder / "out.png";
  ASSERT_EQ(run_command({"render", "image", "--input", input, "--out", out, "--size", "2x1", "--set", "filter=point",
                         "--device", "cpu"})
                .code,
            0);
  const Image image = load_image(out);
  const std::vector<std::byte> expected{std::byte{255}, std::byte{0}, std::byte{0},   std::byte{255},
                                        std::byte{0},   std::byte{0}, std::byte{255}, std::byte{255}};
  EXPECT_EQ(image.pixels, expected);
}

TEST(Render, ReportsTheChosenDevice) {
  const TemporaryFolder folder;
  const Outcome outcome = run_command({"render", "plasma", "--out", folder / "a.png", "--size", "8x8"});
  EXPECT_EQ(outcome.code, 0);
  EXPECT_TRUE(outcome.err.starts_with("texelscope: using device ")) << outcome.err;
}

TEST(Render, WritesATraceOfItsDriverCallsAlsoWhenItFails) {
  const TemporaryFolder folder;
  const std::string trace = folder / "t.json";
  const auto names = [&] {
    std::set<std::string> found;
    const Json json = Json::parse(tests::file_bytes(trace));
    for (const Json& event : json.at("traceEvents")) {
      found.insert(event.at("name").get<std::string>());
    }
    return found;
  };
  ASSERT_EQ(
      run_command({"render", "image", "--out", folder / "a.png", "--size", "8x8", "--device", "cpu", "--trace", trace})
          .code,
      0);
  const std::set<std::string> calls = names();
  for (const char* call :
       {"cuGraphicsGLRegisterImage", "cuGraphicsMapResources", "cuTexObjectCreate", "cuSurfObjectCreate",
        "cuLaunchKernel", "cuGraphicsUnmapResources", "eglInitialize", "glTextureStorage2D"}) {
    EXPECT_TRUE(calls.contains(call)) << call;
  }
  EXPECT_EQ(tests::schema_errors(tests::trace_event_schema(), Json::parse(tests::file_bytes(trace))),
            std::vector<std::string>{});
  std::filesystem::remove(trace);
  EXPECT_EQ(run_command({"render", "image", "--out", folder / "b.png", "--size", "8x8", "--device", "cpu", "--trace",
                         trace, "--fail", "8"})
                .code,
            3);
  EXPECT_TRUE(names().contains("cuDevicePrimaryCtxRetain"));
}

}  // namespace
}  // namespace texelscope::app
