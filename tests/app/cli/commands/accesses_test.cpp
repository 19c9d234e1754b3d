#include <gtest/gtest.h>

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>

#include "tests/app/cli/command_line.h"
#include "tests/app/temporary_folder.h"

namespace texelscope::app {
namespace {

using Json = nlohmann::json;
using tests::Outcome;
using tests::run_command;
using tests::TemporaryFolder;

TEST(AccessesCommand, ExplainsAPixelOfARecordedFrame) {
  const TemporaryFolder folder;
  const Outcome rendered =
      run_command({"render", "bicubic", "--size", "32x24", "--set", "view=cubic", "--out", folder / "f.png",
                   "--record-accesses", folder / "a.bin", "--check-hazards", "--record-region", "8,6,4x4"});
  ASSERT_EQ(rendered.code, 0) << rendered.err;
  EXPECT_EQ(rendered.out, "1 launches checked, 0 without recorded kernels: no hazards\n");

  const Outcome summary = run_command({"accesses", folder / "a.bin"});
  ASSERT_EQ(summary.code, 0) << summary.err;
  EXPECT_NE(summary.out.find("16 threads recorded, fetch: 64, surface write: 16"), std::string::npos) << summary.out;

  const Outcome history = run_command({"accesses", folder / "a.bin", "--pixel", "9,7", "--json"});
  ASSERT_EQ(history.code, 0) << history.err;
  const Json json = Json::parse(history.out);
  ASSERT_EQ(json["writes"].size(), 1U);
  const Json& write = json["writes"][0];
  EXPECT_EQ(write["thread"], Json::parse("[9, 7, 0]"));
  EXPECT_EQ(write["thread_accesses"].size(), 5U);
  EXPECT_NE(write["text"].get<std::string>().find("surface 1, frame (32x24"), std::string::npos) << history.out;
  EXPECT_EQ(write["thread_accesses"][0]["line"].get<std::string>().find("app/scenes/bicubic.cu:"), 0U) << history.out;

  // The maps cover all threads.
  const Outcome maps = run_command({"accesses", folder / "a.bin", "--json"});
  std::uint64_t fetches = 0;
  const Json mapped = Json::parse(maps.out);
  for (const Json& line : mapped["lines"]) {
    fetches += line["kind"] == "fetch" ? line["accesses"].get<std::uint64_t>() : 0;
  }
  EXPECT_EQ(fetches, 4U * 32U * 24U);
  EXPECT_EQ(run_command({"accesses", folder / "a.bin", "--pixel", "1,1"}).out,
            "no recorded thread wrote texel (1, 1) of surface 1\n");
}

TEST(AccessesCommand, RefusesWhatItCannotDo) {
  const TemporaryFolder folder;
  EXPECT_EQ(run_command({"accesses", folder / "none.bin"}).code, 2);
  const Outcome region = run_command({"render", "plasma", "--out", folder / "f.png", "--record-region", "1,1,1x1"});
  EXPECT_EQ(region.code, 2);
  EXPECT_NE(region.err.find("--record-accesses"), std::string::npos) << region.err;
  const Outcome device =
      run_command({"render", "plasma", "--out", folder / "f.png", "--check-hazards", "--device", "cuda"});
  EXPECT_EQ(device.code, 2);
  EXPECT_NE(device.err.find("--device cpu"), std::string::npos) << device.err;
}

}  // namespace
}  // namespace texelscope::app
