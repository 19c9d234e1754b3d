#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/compare/compare_files.h"

namespace texelscope::app {

/// One of several parts of a set of pairs, which run on machines of their own.
struct Shard {
  /// 1 … count.
  int index = 1;
  int count = 1;
  bool operator==(const Shard&) const = default;
};

inline constexpr int max_shards = 10000;

/// Reads "3/16". @throws gpu::InvalidArgument for anything else.
[[nodiscard]] Shard parse_shard(std::string_view text);
[[nodiscard]] std::string to_string(const Shard& shard);

/// Whether a shard has the pair of this name. A name has the same shard on all machines, whatever other images they
/// have: the FNV-1a hash of 64 bits, modulo the count.
[[nodiscard]] bool has_pair(const Shard& shard, std::string_view name);

/// Leaves the pairs that the shard has.
void keep_shard(std::vector<FilePair>& pairs, const Shard& shard);

}  // namespace texelscope::app
