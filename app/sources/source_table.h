#pragma once

#include <cstdint>
#include <deque>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/sources/source.h"
#include "app/sources/source_description.h"
#include "inspect/protocol/message.h"

namespace texelscope::app {

/// Requests of programs to the window.
struct SourceRequests {
  /// The last array that wants to be shown.
  std::optional<SourceKey> shown;
  /// Files of this machine to open.
  std::vector<std::filesystem::path> files;
};

/// The received arrays, between the thread that receives and the window. Thread-safe.
class SourceTable {
 public:
  /// `wake` is called on the receiving thread when there is something new to show.
  explicit SourceTable(std::function<void()> wake) : wake_{std::move(wake)} {}

  // For the window.
  [[nodiscard]] std::vector<SourceFacts> facts() const;
  /// The newest frame; null if none was received.
  [[nodiscard]] std::shared_ptr<const SourceFrame> frame(const SourceKey& key) const;
  /// Drops the frame that was copied, unless a newer one has arrived.
  void forget_frame(const SourceKey& key, const std::shared_ptr<const SourceFrame>& copied);
  /// Frames are received for shown arrays only, and for those that end.
  void set_shown(const SourceKey& key, bool is_shown);
  /// The part of an array that is worth sending over a link without shared memory, while it is shown.
  void set_demand(const SourceKey& key, const inspect::Demand& demand);
  /// Rows and columns of the newest state; nothing if it has no two axes.
  [[nodiscard]] std::optional<std::pair<std::int64_t, std::int64_t>> extents(const SourceKey& key) const;
  /// Forgets an array that has ended.
  void remove(const SourceKey& key);
  /// Problems since the last call, one line each.
  [[nodiscard]] std::vector<std::string> take_problems();
  /// The requests since the last call.
  [[nodiscard]] SourceRequests take_requests();

  // For the receiving thread.
  [[nodiscard]] std::uint64_t next_connection();
  /// An array that has ended goes on with the same key.
  void add(const SourceKey& key, const SourceProcess& process, const std::string& name, bool is_remote);
  /// Records an update, and its frame unless it is null.
  void update(const SourceKey& key, const SourceDescription& description, std::shared_ptr<const SourceFrame> frame);
  void end(const SourceKey& key);
  void ask_to_show(const SourceKey& key);
  void ask_to_open(std::filesystem::path file);
  void report(std::string problem);
  [[nodiscard]] bool is_shown(const SourceKey& key) const;
  /// The demand for a shown array; inspect::no_demand for others.
  [[nodiscard]] inspect::Demand demand(const SourceKey& key) const;
  [[nodiscard]] bool contains(const SourceKey& key) const;
  [[nodiscard]] std::size_t count() const;

 private:
  struct Entry {
    SourceFacts facts;
    std::shared_ptr<const SourceFrame> frame;
    bool is_shown = false;
    inspect::Demand demand{};
    std::optional<std::pair<std::int64_t, std::int64_t>> extents{};
    /// The program's time of the last update.
    std::int64_t last_time = 0;
    /// Seconds of the last updates.
    std::deque<double> times;
  };

  const std::function<void()> wake_;
  mutable std::mutex mutex_;
  std::map<SourceKey, Entry> entries_;
  std::vector<std::string> problems_;
  SourceRequests requests_;
  std::uint64_t last_connection_ = 0;
};

}  // namespace texelscope::app
