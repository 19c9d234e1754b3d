#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/compare/image_pair.h"

namespace texelscope::app {

/// One of several parts of a set of pairs, which run on separate machines.
struct Shard {
  /// 1 … count.
  int index = 1;
  int count = 1;
  bool operator==(const Shard&) const = default;
};

inline constexpr int max_shards = 10000;

/// Parses "3/16". @throws gpu::InvalidArgument for anything else.
[[nodiscard]] Shard parse_shard(std::string_view text);
[[nodiscard]] std::string to_string(const Shard& shard);

/// Whether a shard contains the pair of this name. A name belongs to the same shard on all machines, regardless of
/// which other images exist: the 64-bit FNV-1a hash, modulo the count.
[[nodiscard]] bool has_pair(const Shard& shard, std::string_view name);

/// Keeps only the pairs of the shard.
void keep_shard(std::vector<FilePair>& pairs, const Shard& shard);

}  // namespace texelscope::app
