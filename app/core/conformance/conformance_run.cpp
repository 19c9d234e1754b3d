#include "app/core/conformance/conformance_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <optional>
#include <span>
#include <thread>

#include "app/core/conformance/conformance_case.h"
#include "app/core/conformance/result_comparison.h"
#include "app/core/image_file.h"
#include "texelscope/gpu/error.h"

namespace texelscope::app {
namespace {

/// A case to be run.
struct Job {
  std::size_t class_index = 0;
  std::uint64_t number = 0;
  std::size_t num_samples = 0;
  /// Where the results were recorded.
  const CorpusEntry* recorded = nullptr;
};

/// What came of it.
struct Outcome {
  std::uint64_t compared = 0;
  ResultComparison comparison;
  std::string first_failure;
  std::string refusal;
  std::optional<CorpusEntry> record;
};

bool has_sample_route(const ConformanceClass& made) {
  return (made.group == ConformanceGroup::samples && !is_layered(made.shape)) ||
         made.group == ConformanceGroup::pitch_2d_memory;
}

std::vector<ConformanceClass> classes_with(const std::string& only) {
  std::vector<ConformanceClass> classes = conformance_classes();
  std::erase_if(classes, [&](const ConformanceClass& made) { return made.name.find(only) == std::string::npos; });
  return classes;
}

std::string values_text(const FetchedTexel& texel, ResultKind kind) {
  std::string text;
  for (const std::uint32_t bits : texel) {
    const std::string value = kind == ResultKind::floats            ? fmt::format("{}", std::bit_cast<float>(bits))
                              : kind == ResultKind::signed_integers ? fmt::format("{}", static_cast<std::int32_t>(bits))
                                                                    : fmt::format("{}", bits);
    text += fmt::format("{}{:08x} ({})", text.empty() ? "" : " ", bits, value);
  }
  return text;
}

/// Runs jobs on streams of its own.
class Worker {
 public:
  /// `device` is null where the results to expect are recorded, or the model's own.
  Worker(std::uint64_t seed, const std::vector<ConformanceClass>& classes, const gpu::Device* device,
         const gpu::Device& model, bool is_recorded)
      : seed_{seed}, classes_{classes}, model_{model.create_stream()}, is_recorded_{is_recorded} {
    if (device != nullptr) {
      device_.emplace(device->create_stream());
    }
  }

  [[nodiscard]] Outcome run(const Job& job) const {
    Outcome outcome;
    const ConformanceClass& made = classes_[job.class_index];
    const ConformanceCase work = draw_case(made, seed_, job.number, job.num_samples);
    if (job.recorded != nullptr && job.recorded->fingerprint != work.fingerprint()) {
      throw FileError(
          fmt::format("the corpus does not fit this program: case {} of '{}' is drawn otherwise than when it "
                      "was recorded; record it again",
                      job.number, made.name));
    }
    try {
      compare(work, job, outcome);
    } catch (const gpu::InvalidArgument& error) {
      outcome.refusal = error.what();
    } catch (const gpu::DriverError& error) {
      // What a driver refuses says something about the class; any other failure ends the run.
      if (error.status() != gpu::Status::invalid_value && error.status() != gpu::Status::not_supported) {
        throw;
      }
      outcome.refusal = error.what();
    }
    return outcome;
  }

 private:
  void compare(const ConformanceCase& work, const Job& job, Outcome& outcome) const {
    std::vector<FetchRoute> routes{FetchRoute::fetch};
    if (work.has_sample_route()) {
      routes.push_back(FetchRoute::sample);
    }
    std::vector<std::vector<FetchedTexel>> actual = run_case(work, routes, model_);
    const bool has_expected = job.recorded != nullptr || device_.has_value();
    std::vector<FetchedTexel> expected = job.recorded != nullptr ? job.recorded->results
                                         : device_ ? std::move(run_case(work, {FetchRoute::fetch}, *device_).front())
                                                   : actual.front();
    if (expected.size() != actual.front().size()) {
      throw FileError(fmt::format("the corpus does not fit this program: case {} of '{}' has {} results, not {}",
                                  job.number, classes_[job.class_index].name, expected.size(), actual.front().size()));
    }
    for (std::size_t route = has_expected ? 0 : 1; route < routes.size(); ++route) {
      outcome.compared = work.num_samples();
      add(compare_results(expected, actual[route], work.result_kind()), work, expected, actual[route],
          routes[route] == FetchRoute::fetch ? "" : " by sample_1d, sample_2d or sample_3d", outcome);
    }
    if (is_recorded_) {
      outcome.record =
          CorpusEntry{classes_[job.class_index].name, job.number, static_cast<std::uint32_t>(job.num_samples),
                      work.fingerprint(), std::move(expected)};
    }
  }

  static void add(const ResultComparison& found, const ConformanceCase& work, std::span<const FetchedTexel> expected,
                  std::span<const FetchedTexel> actual, const char* route, Outcome& outcome) {
    if (found.first && outcome.first_failure.empty()) {
      outcome.first_failure = fmt::format("{}: expected {}, the model{} gives {}", work.describe(*found.first),
                                          values_text(expected[*found.first], work.result_kind()), route,
                                          values_text(actual[*found.first], work.result_kind()));
    }
    outcome.comparison.mismatches = std::max(outcome.comparison.mismatches, found.mismatches);
    outcome.comparison.largest_ulp = std::max(outcome.comparison.largest_ulp, found.largest_ulp);
  }

  std::uint64_t seed_;
  const std::vector<ConformanceClass>& classes_;
  gpu::Stream model_;
  std::optional<gpu::Stream> device_;
  bool is_recorded_;
};

/// Runs the jobs on as many threads as processors. @throws what the first failing job throws.
std::vector<Outcome> run_jobs(const std::vector<Job>& jobs, const std::function<Worker()>& make_worker,
                              const ConformanceProgress& progress) {
  std::vector<Outcome> outcomes(jobs.size());
  std::atomic<std::size_t> next{0};
  std::atomic<std::size_t> done{0};
  std::mutex mutex;
  std::condition_variable ended;
  std::size_t running = std::max(1U, std::thread::hardware_concurrency());
  std::exception_ptr error;
  const auto work = [&] {
    try {
      const Worker worker = make_worker();
      for (std::size_t number = next++; number < jobs.size(); number = next++) {
        outcomes[number] = worker.run(jobs[number]);
        ++done;
      }
    } catch (...) {
      const std::lock_guard lock(mutex);
      error = error ? error : std::current_exception();
      next = jobs.size();
    }
    const std::lock_guard lock(mutex);
    --running;
    ended.notify_one();
  };
  {
    std::vector<std::jthread> threads;
    for (std::size_t count = running; count > 0; --count) {
      threads.emplace_back(work);
    }
    std::unique_lock lock(mutex);
    while (!ended.wait_for(lock, std::chrono::milliseconds(200), [&] { return running == 0; })) {
      progress(static_cast<double>(done) / static_cast<double>(std::max<std::size_t>(jobs.size(), 1)));
    }
  }
  if (error) {
    std::rethrow_exception(error);
  }
  return outcomes;
}

ConformanceReport report_of(const std::vector<ConformanceClass>& classes, const std::vector<Job>& jobs,
                            std::vector<Outcome> outcomes) {
  ConformanceReport report;
  std::vector<ClassResult> results(classes.size());
  for (std::size_t number = 0; number < jobs.size(); ++number) {
    ClassResult& result = results[jobs[number].class_index];
    Outcome& outcome = outcomes[number];
    ++result.configurations;
    result.samples += outcome.compared;
    result.mismatches += outcome.comparison.mismatches;
    result.largest_ulp = std::max(result.largest_ulp, outcome.comparison.largest_ulp);
    if (result.first_failure.empty()) {
      result.first_failure = std::move(outcome.first_failure);
    }
    if (result.refusal.empty()) {
      result.refusal = std::move(outcome.refusal);
    }
    if (outcome.record) {
      report.recorded.push_back(std::move(*outcome.record));
    }
  }
  for (std::size_t index = 0; index < classes.size(); ++index) {
    if (results[index].samples > 0 || !results[index].refusal.empty()) {
      results[index].made = classes[index];
      report.classes.push_back(std::move(results[index]));
    }
  }
  return report;
}

}  // namespace

std::uint64_t ConformanceReport::samples() const {
  std::uint64_t sum = 0;
  for (const ClassResult& result : classes) {
    sum += result.samples;
  }
  return sum;
}

std::uint64_t ConformanceReport::mismatches() const {
  std::uint64_t sum = 0;
  for (const ClassResult& result : classes) {
    sum += result.mismatches;
  }
  return sum;
}

bool ConformanceReport::is_exact() const { return std::ranges::all_of(classes, &ClassResult::is_exact); }

ConformanceReport run_conformance(const ConformancePlan& plan, const gpu::Device& device, const gpu::Device& model,
                                  const ConformanceProgress& progress) {
  std::vector<ConformanceClass> classes = classes_with(plan.only);
  const bool is_one_device = device == model;
  if (is_one_device && !plan.is_recorded) {
    std::erase_if(classes, [](const ConformanceClass& made) { return !has_sample_route(made); });
  }
  // Many configurations count for more than many fetches of one, but each costs the making of a texture.
  constexpr std::uint64_t configurations = 24;
  const std::uint64_t of_class = (plan.samples + classes.size()) / std::max<std::size_t>(classes.size(), 1);
  const auto of_case = std::clamp<std::uint64_t>(of_class / configurations, 32, 8192);
  std::vector<Job> jobs;
  for (std::size_t index = 0; index < classes.size(); ++index) {
    for (std::uint64_t number = 0; number * of_case < of_class; ++number) {
      jobs.push_back({.class_index = index, .number = number, .num_samples = of_case});
    }
  }
  std::vector<Outcome> outcomes = run_jobs(
      jobs, [&] { return Worker(plan.seed, classes, is_one_device ? nullptr : &device, model, plan.is_recorded); },
      progress);
  return report_of(classes, jobs, std::move(outcomes));
}

ConformanceReport replay_corpus(const Corpus& corpus, const std::string& only, const gpu::Device& device,
                                const ConformanceProgress& progress) {
  const std::vector<ConformanceClass> classes = classes_with(only);
  std::vector<Job> jobs;
  for (const CorpusEntry& entry : corpus.entries) {
    if (entry.class_name.find(only) == std::string::npos) {
      continue;
    }
    const auto found = std::ranges::find(classes, entry.class_name, &ConformanceClass::name);
    if (found == classes.end() || entry.num_samples < 2) {
      throw FileError(fmt::format("the corpus does not fit this program: {} samples of a class '{}'; record it again",
                                  entry.num_samples, entry.class_name));
    }
    jobs.push_back({.class_index = static_cast<std::size_t>(found - classes.begin()),
                    .number = entry.number,
                    .num_samples = entry.num_samples,
                    .recorded = &entry});
  }
  std::vector<Outcome> outcomes = run_jobs(
      jobs, [&] { return Worker(corpus.origin.seed, classes, nullptr, device, false); }, progress);
  return report_of(classes, jobs, std::move(outcomes));
}

}  // namespace texelscope::app
