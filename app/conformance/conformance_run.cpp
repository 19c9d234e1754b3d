#include "app/conformance/conformance_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <thread>

#include "app/conformance/conformance_class.h"
#include "app/conformance/conformance_worker.h"
#include "app/files/file_error.h"

namespace texelscope::app {
namespace {

bool has_sample_route(const ConformanceClass& made) {
  return (made.group == ConformanceGroup::samples && !is_layered(made.shape)) ||
         made.group == ConformanceGroup::pitch_2d_memory;
}

std::vector<ConformanceClass> classes_with(const std::string& only) {
  std::vector<ConformanceClass> classes = conformance_classes();
  std::erase_if(classes, [&](const ConformanceClass& made) { return made.name.find(only) == std::string::npos; });
  return classes;
}

/// Runs the jobs on one thread per processor. @throws the exception of the first failing job.
std::vector<ConformanceOutcome> run_jobs(const std::vector<ConformanceJob>& jobs,
                                         const std::function<ConformanceWorker()>& make_worker,
                                         const ConformanceProgress& progress) {
  std::vector<ConformanceOutcome> outcomes(jobs.size());
  std::atomic<std::size_t> next{0};
  std::atomic<std::size_t> done{0};
  std::mutex mutex;
  std::condition_variable ended;
  std::size_t running = std::max(1U, std::thread::hardware_concurrency());
  std::exception_ptr error;
  const auto work = [&] {
    try {
      const ConformanceWorker worker = make_worker();
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

ConformanceReport report_of(const std::vector<ConformanceClass>& classes, const std::vector<ConformanceJob>& jobs,
                            std::vector<ConformanceOutcome> outcomes) {
  ConformanceReport report;
  std::vector<ClassResult> results(classes.size());
  for (std::size_t number = 0; number < jobs.size(); ++number) {
    ClassResult& result = results[jobs[number].class_index];
    ConformanceOutcome& outcome = outcomes[number];
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

std::uint64_t sum_of(const std::vector<ClassResult>& classes, std::uint64_t ClassResult::*figure) {
  std::uint64_t sum = 0;
  for (const ClassResult& result : classes) {
    sum += result.*figure;
  }
  return sum;
}

}  // namespace

std::uint64_t ConformanceReport::samples() const { return sum_of(classes, &ClassResult::samples); }
std::uint64_t ConformanceReport::mismatches() const { return sum_of(classes, &ClassResult::mismatches); }

bool ConformanceReport::is_exact() const { return std::ranges::all_of(classes, &ClassResult::is_exact); }

ConformanceReport run_conformance(const ConformancePlan& plan, const gpu::Device& device, const gpu::Device& model,
                                  const ConformanceProgress& progress) {
  std::vector<ConformanceClass> classes = classes_with(plan.only);
  const bool is_one_device = device == model;
  if (is_one_device && !plan.is_recorded) {
    std::erase_if(classes, [](const ConformanceClass& made) { return !has_sample_route(made); });
  }
  // More configurations reveal more mismatches than more fetches per configuration, but each configuration requires
  // creating a texture.
  constexpr std::uint64_t configurations = 24;
  const std::uint64_t of_class = (plan.samples + classes.size()) / std::max<std::size_t>(classes.size(), 1);
  const auto of_case = std::clamp<std::uint64_t>(of_class / configurations, 32, 8192);
  std::vector<ConformanceJob> jobs;
  for (std::size_t index = 0; index < classes.size(); ++index) {
    for (std::uint64_t number = 0; number * of_case < of_class; ++number) {
      jobs.push_back({.class_index = index, .number = number, .num_samples = of_case});
    }
  }
  std::vector<ConformanceOutcome> outcomes = run_jobs(
      jobs,
      [&] { return ConformanceWorker(plan.seed, classes, is_one_device ? nullptr : &device, model, plan.is_recorded); },
      progress);
  return report_of(classes, jobs, std::move(outcomes));
}

ConformanceReport replay_corpus(const Corpus& corpus, const std::string& only, const gpu::Device& device,
                                const ConformanceProgress& progress) {
  const std::vector<ConformanceClass> classes = classes_with(only);
  std::vector<ConformanceJob> jobs;
  for (const CorpusEntry& entry : corpus.entries) {
    if (entry.class_name.find(only) == std::string::npos) {
      continue;
    }
    const auto found = std::ranges::find(classes, entry.class_name, &ConformanceClass::name);
    if (found == classes.end() || entry.num_samples < 2) {
      throw FileError(fmt::format("the corpus does not match this program: {} samples of class '{}'; record it again",
                                  entry.num_samples, entry.class_name));
    }
    jobs.push_back({.class_index = static_cast<std::size_t>(found - classes.begin()),
                    .number = entry.number,
                    .num_samples = entry.num_samples,
                    .recorded = &entry});
  }
  std::vector<ConformanceOutcome> outcomes = run_jobs(
      jobs, [&] { return ConformanceWorker(corpus.origin.seed, classes, nullptr, device, false); }, progress);
  return report_of(classes, jobs, std::move(outcomes));
}

}  // namespace texelscope::app
