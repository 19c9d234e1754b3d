#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <iosfwd>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "app/accesses/access_maps.h"
#include "app/accesses/fetched_textures.h"
#include "app/accesses/hazard.h"
#include "texelscope/gpu/access.h"

namespace texelscope::app {

/// The contents of a file: the accesses that were kept, and the maps of all accesses.
struct RecordedAccesses {
  gpu::AccessRecording recording{};
  std::vector<LineMap> lines{};
  std::vector<TexelMap> texels{};
  std::vector<TexelCounts> counts{};
  std::vector<FetchedTexture> textures{};
  /// Nothing if none were searched for.
  std::optional<std::vector<Hazard>> hazards{};
  /// The memory whose contents are undefined before its first write.
  enum class Undefined : std::uint8_t { none, frame, all };
  Undefined undefined = Undefined::none;
};

/// Writes a recording in the format of docs/access-recording.md. @throws FileError.
void write_accesses(const std::filesystem::path& path, const RecordedAccesses& recorded);
void write_accesses(std::ostream& out, const RecordedAccesses& recorded);

/// Reads such a file of at most 2 GiB. @throws FileError for one that is unreadable, truncated, of another version, or
/// whose numbers refer to nothing.
[[nodiscard]] RecordedAccesses read_accesses(const std::filesystem::path& path);
/// Reads the bytes of such a file, which errors call `name`.
[[nodiscard]] RecordedAccesses read_accesses(std::span<const std::byte> file, const std::string& name);

/// The file's launches, objects, sites and maps, as they are in the file.
[[nodiscard]] nlohmann::ordered_json maps_json(const RecordedAccesses& recorded);

}  // namespace texelscope::app
