#include "app/conformance/conformance_run.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "app/files/file_error.h"
#include "tests/support/device_fixture.h"

namespace texelscope::app {
namespace {

const ConformanceProgress no_progress = [](double) {};

gpu::Device open_model() {
  // The random draws include address modes that the hardware silently replaces with clamp.
  gpu::DeviceOptions options;
  options.diagnostics = [](const gpu::Diagnostic&) {};
  return gpu::Device::open({}, options);
}

Corpus recorded(const gpu::Device& device, const std::string& only) {
  ConformanceReport report =
      run_conformance({.seed = 5, .samples = 20'000, .only = only, .is_recorded = true}, device, device, no_progress);
  return {{"a test", "none", "2026-01-01T00:00:00Z", 5}, std::move(report.recorded)};
}

class Conformance : public tests::DeviceTest {};

TEST_P(Conformance, FindsDeviceAndModelEqual) {
  const ConformanceReport report = run_conformance({.samples = 400'000}, device(), open_model(), no_progress);
  (void)take_diagnostics();
  EXPECT_GE(report.samples(), 400'000U);
  for (const ClassResult& result : report.classes) {
    EXPECT_TRUE(result.is_exact()) << result.made.name << ": " << result.mismatches << " of " << result.samples
                                   << " differ; " << result.refusal << result.first_failure;
  }
}

TEXELSCOPE_INSTANTIATE_FOR_DEVICES(Conformance);

TEST(ConformanceRun, FindsEveryWrongClass) {
  const gpu::Device model = open_model();
  for (const char* const group : {"anisotropic", "gradients"}) {
    Corpus corpus = recorded(model, group);
    for (CorpusEntry& entry : corpus.entries) {
      for (FetchedTexel& texel : entry.results) {
        texel[0] = texel[0] == 0 ? 1 : 0;
      }
    }
    const ConformanceReport report = replay_corpus(corpus, group, model, no_progress);
    EXPECT_GE(report.classes.size(), 75U);
    for (const ClassResult& result : report.classes) {
      EXPECT_FALSE(result.is_exact()) << result.made.name << ": " << result.mismatches << " of " << result.samples;
    }
  }
}

TEST(ConformanceRun, ComparesTheRoutesToASampleOfOneDevice) {
  const gpu::Device model = open_model();
  const ConformanceReport report = run_conformance({.samples = 50'000}, model, model, no_progress);
  EXPECT_TRUE(report.is_exact());
  EXPECT_GE(report.samples(), 50'000U);
  EXPECT_TRUE(report.recorded.empty());
}

TEST(ConformanceRun, ReplaysWhatItRecorded) {
  const gpu::Device model = open_model();
  const Corpus corpus = recorded(model, "2D float32");
  ASSERT_FALSE(corpus.entries.empty());
  const ConformanceReport report = replay_corpus(corpus, "", model, no_progress);
  EXPECT_TRUE(report.is_exact());
  EXPECT_GE(report.samples(), 20'000U);
}

TEST(ConformanceRun, ExplainsTheFirstResultThatDiffers) {
  const gpu::Device model = open_model();
  Corpus corpus = recorded(model, "2D float32 linear");
  const auto changed = std::ranges::find(corpus.entries, "2D float32 linear, border", &CorpusEntry::class_name);
  ASSERT_NE(changed, corpus.entries.end());
  changed->results.at(7)[0] ^= 1;
  changed->results.at(9)[0] ^= 0x40;
  const ConformanceReport report = replay_corpus(corpus, "", model, no_progress);
  EXPECT_FALSE(report.is_exact());
  EXPECT_EQ(report.mismatches(), 2U);
  const auto result = std::ranges::find_if(report.classes, [](const ClassResult& each) { return !each.is_exact(); });
  EXPECT_EQ(result->made.name, "2D float32 linear, border");
  EXPECT_EQ(result->largest_ulp, 0x40U);
  EXPECT_NE(result->first_failure.find("float32x"), std::string::npos) << result->first_failure;
  EXPECT_NE(result->first_failure.find("expected"), std::string::npos) << result->first_failure;
}

TEST(ConformanceRun, DetectsThatDifferentTexelsAreDrawnThanRecorded) {
  const gpu::Device model = open_model();
  const Corpus corpus = recorded(model, "2D float32 linear, border");
  Corpus other = corpus;
  other.entries[3].fingerprint ^= 1;
  EXPECT_THROW((void)replay_corpus(other, "", model, no_progress), FileError);
  other = corpus;
  other.origin.seed = 6;
  EXPECT_THROW((void)replay_corpus(other, "", model, no_progress), FileError);
  other = corpus;
  other.entries[0].class_name = "none";
  EXPECT_THROW((void)replay_corpus(other, "", model, no_progress), FileError);
  other = corpus;
  other.entries[0].results.pop_back();
  EXPECT_THROW((void)replay_corpus(other, "", model, no_progress), FileError);
}

}  // namespace
}  // namespace texelscope::app
