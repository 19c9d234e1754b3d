#include "app/compare/report/shard.h"

#include <fmt/format.h>

#include <cstdint>
#include <optional>

#include "app/text/escape.h"
#include "app/text/option_text.h"
#include "app/text/text_hash.h"
#include "texelscope/gpu/error.h"

namespace texelscope::app {

Shard parse_shard(std::string_view text) {
  const std::size_t slash = text.find('/');
  const std::optional<int> index = number_from<int>(text.substr(0, slash));
  const std::optional<int> count =
      slash == std::string_view::npos ? std::nullopt : number_from<int>(text.substr(slash + 1));
  if (!index || !count || *index < 1 || *count < *index || *count > max_shards) {
    throw gpu::InvalidArgument(
        fmt::format("'{}' is not a shard; use NUMBER/COUNT, such as 3/16, with at most {} shards", shown_line(text, 80),
                    max_shards));
  }
  return {*index, *count};
}

std::string to_string(const Shard& shard) { return fmt::format("{}/{}", shard.index, shard.count); }

bool has_pair(const Shard& shard, std::string_view name) {
  return text_hash(name) % static_cast<std::uint64_t>(shard.count) == static_cast<std::uint64_t>(shard.index - 1);
}

void keep_shard(std::vector<FilePair>& pairs, const Shard& shard) {
  std::erase_if(pairs, [&](const FilePair& pair) { return !has_pair(shard, pair.name); });
}

}  // namespace texelscope::app
