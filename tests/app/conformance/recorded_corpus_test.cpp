#include <gtest/gtest.h>

#include <filesystem>

#include "app/conformance/conformance_run.h"

namespace texelscope::app {
namespace {

TEST(RecordedCorpus, MatchesTheModel) {
  const std::filesystem::path path = TEXELSCOPE_TEST_CORPUS;
  if (!std::filesystem::exists(path)) {
    GTEST_SKIP() << "there is no " << path.filename()
                 << ": record it on a GPU with texelscope conformance --device cuda --record tests/golden/"
                 << path.filename().string();
  }
  const Corpus corpus = load_corpus(path);
  gpu::DeviceOptions options;
  options.diagnostics = [](const gpu::Diagnostic&) {};
  const ConformanceReport report = replay_corpus(corpus, "", gpu::Device::open({}, options), [](double) {});
  EXPECT_GE(report.samples(), 300'000U);
  for (const ClassResult& result : report.classes) {
    EXPECT_TRUE(result.is_exact()) << result.made.name << ": differs from what " << corpus.origin.device
                                   << " recorded on " << corpus.origin.date << ": " << result.first_failure;
    EXPECT_EQ(result.refusal, "") << result.made.name;
  }
}

}  // namespace
}  // namespace texelscope::app
