#include "app/texture/texture_parts.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>
#include <string_view>

#include "app/images/image_reader.h"

namespace texelscope::app {
namespace {

/// A part such as "layer 1 face +x level 0 slice 2"; an index that its texture has only once is absent.
struct PartName {
  std::optional<unsigned> layer;
  /// "+x".
  std::string face;
  unsigned level = 0;
  std::optional<unsigned> slice;

  [[nodiscard]] std::string text() const {
    return fmt::format("{}{}level {}{}", layer ? fmt::format("layer {} ", *layer) : "",
                       face.empty() ? "" : fmt::format("face {} ", face), level,
                       slice ? fmt::format(" slice {}", *slice) : "");
  }
};

/// Takes "key number" from the front of a name.
std::optional<unsigned> take(std::string_view& name, std::string_view key) {
  if (!name.starts_with(key)) {
    return std::nullopt;
  }
  unsigned number = 0;
  const auto [end, error] = std::from_chars(name.data() + key.size(), name.data() + name.size(), number);
  if (error != std::errc{}) {
    return std::nullopt;
  }
  name.remove_prefix(static_cast<std::size_t>(end - name.data()));
  name.remove_prefix(name.starts_with(' ') ? 1 : 0);
  return number;
}

std::optional<PartName> parse(std::string_view name) {
  PartName part;
  part.layer = take(name, "layer ");
  if (constexpr std::string_view key = "face "; name.starts_with(key) && name.size() > key.size() + 3) {
    part.face = name.substr(key.size(), 2);
    name.remove_prefix(key.size() + 3);
  }
  const std::optional<unsigned> level = take(name, "level ");
  part.level = level.value_or(0);
  part.slice = take(name, "slice ");
  return level && name.empty() ? std::optional(part) : std::nullopt;
}

}  // namespace

std::vector<std::vector<std::string>> texture_parts(std::span<const std::string> names,
                                                    const TextureSourceOptions& options) {
  const std::optional<std::size_t> index =
      options.reading.part.empty() ? std::optional<std::size_t>(0) : find_part(names, options.reading.part);
  const std::optional<PartName> first = index && *index < names.size() ? parse(names[*index]) : std::nullopt;
  const bool is_volume = options.kind == gpu::ArrayKind::plain && options.dims == 3;
  const bool has_faces = options.kind == gpu::ArrayKind::cube_map || options.kind == gpu::ArrayKind::layered_cube_map;
  const bool has_layers = options.kind == gpu::ArrayKind::layered || options.kind == gpu::ArrayKind::layered_cube_map;
  if (!first || (is_volume && !first->slice) || (has_faces && first->face.empty()) || (has_layers && !first->layer)) {
    return {};
  }
  std::vector<std::vector<std::string>> levels;
  for (const std::string& name : names) {
    std::optional<PartName> part = parse(name);
    if (!part || part->level < first->level) {
      continue;
    }
    // Indices that the texture does not have are those of the part that is asked for.
    const bool is_of_texture = (has_layers || part->layer == first->layer) &&
                               (has_faces || part->face == first->face) && (is_volume || part->slice == first->slice);
    const std::size_t level = part->level - first->level;
    if (is_of_texture) {
      levels.resize(std::max(levels.size(), level + 1));
      levels[level].push_back(name);
    }
  }
  return levels;
}

}  // namespace texelscope::app
