#include "app/sources/source_table.h"

#include <chrono>
#include <utility>

namespace texelscope::app {
namespace {

/// Updates that a rate is measured over, and the age that makes it 0.
constexpr std::size_t rated_updates = 16;
constexpr double seconds_of_rate = 2;
constexpr std::size_t max_problems = 8;
constexpr std::size_t max_files = 64;

double seconds() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

}  // namespace

std::vector<SourceFacts> SourceTable::facts() const {
  const std::lock_guard lock{mutex_};
  const double now = seconds();
  std::vector<SourceFacts> all;
  all.reserve(entries_.size());
  for (const auto& [key, entry] : entries_) {
    SourceFacts facts = entry.facts;
    if (!entry.times.empty()) {
      facts.age = now - entry.times.back();
      const double span = entry.times.back() - entry.times.front();
      facts.rate = facts.has_ended || facts.age > seconds_of_rate || span <= 0
                       ? 0
                       : static_cast<double>(entry.times.size() - 1) / span;
    }
    all.push_back(std::move(facts));
  }
  return all;
}

std::shared_ptr<const SourceFrame> SourceTable::frame(const SourceKey& key) const {
  const std::lock_guard lock{mutex_};
  const auto found = entries_.find(key);
  return found != entries_.end() ? found->second.frame : nullptr;
}

void SourceTable::forget_frame(const SourceKey& key, const std::shared_ptr<const SourceFrame>& copied) {
  const std::lock_guard lock{mutex_};
  if (const auto found = entries_.find(key); found != entries_.end() && found->second.frame == copied) {
    found->second.frame.reset();
  }
}

void SourceTable::set_shown(const SourceKey& key, bool is_shown) {
  const std::lock_guard lock{mutex_};
  if (const auto found = entries_.find(key); found != entries_.end()) {
    found->second.is_shown = is_shown;
  }
}

void SourceTable::set_demand(const SourceKey& key, const inspect::Demand& demand) {
  const std::lock_guard lock{mutex_};
  if (const auto found = entries_.find(key); found != entries_.end()) {
    found->second.demand = demand;
  }
}

std::optional<std::pair<std::int64_t, std::int64_t>> SourceTable::extents(const SourceKey& key) const {
  const std::lock_guard lock{mutex_};
  const auto found = entries_.find(key);
  return found != entries_.end() ? found->second.extents : std::nullopt;
}

void SourceTable::remove(const SourceKey& key) {
  // Large states are freed without the lock.
  decltype(entries_)::node_type removed;
  const std::lock_guard lock{mutex_};
  if (const auto found = entries_.find(key); found != entries_.end() && found->second.facts.has_ended) {
    removed = entries_.extract(found);
  }
}

std::vector<std::string> SourceTable::take_problems() {
  const std::lock_guard lock{mutex_};
  return std::exchange(problems_, {});
}

SourceRequests SourceTable::take_requests() {
  const std::lock_guard lock{mutex_};
  return std::exchange(requests_, {});
}

std::uint64_t SourceTable::next_connection() {
  const std::lock_guard lock{mutex_};
  return ++last_connection_;
}

void SourceTable::add(const SourceKey& key, const SourceProcess& process, const std::string& name, bool is_remote) {
  const std::lock_guard lock{mutex_};
  SourceFacts& facts = entries_[key].facts;
  facts.key = key;
  facts.process = process.process;
  facts.program = process.program;
  facts.name = name;
  facts.is_remote = is_remote;
  facts.has_ended = false;
}

void SourceTable::update(const SourceKey& key, const SourceDescription& description,
                         std::shared_ptr<const SourceFrame> frame) {
  {
    const std::lock_guard lock{mutex_};
    const auto found = entries_.find(key);
    if (found == entries_.end()) {
      return;
    }
    Entry& entry = found->second;
    entry.facts.type = description.text();
    const gpu::Dimensions whole = description.whole_shape();
    entry.extents = whole.size() >= 2 ? std::optional(std::pair{whole[0], whole[1]}) : std::nullopt;
    // A state is announced, and received later.
    if (description.time == 0 || std::exchange(entry.last_time, description.time) != description.time) {
      ++entry.facts.updates;
      entry.facts.skipped += description.skipped;
      entry.times.push_back(seconds());
      if (entry.times.size() > rated_updates) {
        entry.times.pop_front();
      }
    }
    if (frame) {
      // The one before is freed without the lock.
      entry.frame.swap(frame);
    }
  }
  wake_();
}

void SourceTable::end(const SourceKey& key) {
  {
    const std::lock_guard lock{mutex_};
    const auto found = entries_.find(key);
    if (found == entries_.end()) {
      return;
    }
    found->second.facts.has_ended = true;
  }
  wake_();
}

void SourceTable::ask_to_show(const SourceKey& key) {
  {
    const std::lock_guard lock{mutex_};
    requests_.shown = key;
  }
  wake_();
}

void SourceTable::ask_to_open(std::filesystem::path file) {
  {
    const std::lock_guard lock{mutex_};
    if (requests_.files.size() < max_files) {
      requests_.files.push_back(std::move(file));
    }
  }
  wake_();
}

void SourceTable::report(std::string problem) {
  {
    const std::lock_guard lock{mutex_};
    // A process that repeats its mistake is reported once.
    if (problems_.size() < max_problems && (problems_.empty() || problems_.back() != problem)) {
      problems_.push_back(std::move(problem));
    }
  }
  wake_();
}

bool SourceTable::is_shown(const SourceKey& key) const {
  const std::lock_guard lock{mutex_};
  const auto found = entries_.find(key);
  return found != entries_.end() && found->second.is_shown;
}

inspect::Demand SourceTable::demand(const SourceKey& key) const {
  const std::lock_guard lock{mutex_};
  const auto found = entries_.find(key);
  return found != entries_.end() && found->second.is_shown ? found->second.demand : inspect::no_demand;
}

bool SourceTable::contains(const SourceKey& key) const {
  const std::lock_guard lock{mutex_};
  return entries_.contains(key);
}

std::size_t SourceTable::count() const {
  const std::lock_guard lock{mutex_};
  return entries_.size();
}

}  // namespace texelscope::app
