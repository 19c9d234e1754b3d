#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <iterator>
#include <optional>
#include <string>
#include <vector>

#include "gpu/cuda/device_compiler.h"
#include "gpu/cuda/included_text.h"
#include "gpu/files/file_cache.h"

namespace texelscope::gpu::cuda {
namespace {

/// Whether included files may be outside the include folders.
bool may_add_includes(const std::string& option) {
  return option.starts_with("-I") || option.starts_with("--include-path") || option.starts_with("-include") ||
         option.starts_with("--pre-include") || option.starts_with("@") || option.starts_with("--options-file") ||
         option.starts_with("-optf") || option.find("pch") != std::string::npos;
}

/// Everything that determines the compiler's output; empty for a source whose included files cannot be determined.
std::string key_of(const Nvrtc& nvrtc, int capability, const driver::SourceCompile& call) {
  const SourceOptions& options = *call.options;
  if (nvrtc.identity.empty() || std::ranges::any_of(options.options, may_add_includes)) {
    return {};
  }
  // NVRTC searches for quoted names next to the source.
  const std::optional<std::string> included =
      included_text(call.source, std::filesystem::path{call.name}.parent_path(), options.include_folders);
  if (!included) {
    return {};
  }
  int major = 0;
  int minor = 0;
  nvrtc.Version(&major, &minor);
  std::vector<std::string> folders;
  std::ranges::transform(options.include_folders, std::back_inserter(folders),
                         [](const auto& path) { return path.string(); });
  // Names and options have no zero bytes, so that different keys never collide.
  const auto listed = [](const std::vector<std::string>& texts) { return fmt::format("{}", fmt::join(texts, "\1")); };
  const std::vector<std::string> parts{
      "texelscope source 1",
      fmt::format("{}.{} {}", major, minor, nvrtc.identity),
      fmt::format("{} {}", capability, static_cast<int>(call.format)),
      std::string{call.name},
      listed(options.definitions),
      listed(folders),
      listed(options.kernels),
      fmt::format("{}{}{}", options.has_line_information, options.uses_fast_math, options.has_library_headers),
      listed(options.options),
      options.has_library_headers ? library_headers_text() : std::string{},
      std::string{call.source},
      *included};
  return fmt::format("{}", fmt::join(parts, std::string_view{"\0", 1}));
}

/// The results of a call in one string: sizes, then bytes.
std::string packed(const driver::SourceCompile& call) {
  std::vector<std::string> parts{std::to_string(static_cast<int>(call.format)), call.log};
  parts.emplace_back(reinterpret_cast<const char*>(call.binary.data()), call.binary.size());
  parts.insert(parts.end(), call.lowered_names.begin(), call.lowered_names.end());
  std::string text;
  for (const std::string& part : parts) {
    text += fmt::format("{}\n{}", part.size(), part);
  }
  return text;
}

/// False for an incomplete string.
bool unpack(std::string_view text, driver::SourceCompile& call) {
  std::vector<std::string_view> parts;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    std::size_t size = 0;
    const auto read = std::from_chars(text.data(), text.data() + std::min(end, text.size()), size);
    if (end == std::string_view::npos || read.ptr != text.data() + end || size > text.size() - end - 1) {
      return false;
    }
    parts.push_back(text.substr(end + 1, size));
    text.remove_prefix(end + 1 + size);
  }
  if (parts.size() != 3 + call.options->kernels.size() || parts[0].size() != 1) {
    return false;
  }
  call.format = static_cast<CodeFormat>(parts[0][0] - '0');
  call.log = parts[1];
  const auto* const bytes = reinterpret_cast<const std::byte*>(parts[2].data());
  call.binary.assign(bytes, bytes + parts[2].size());
  call.lowered_names.assign(parts.begin() + 3, parts.end());
  return true;
}

}  // namespace

Status compile_source_with_cache(const Nvrtc& nvrtc, int capability, driver::SourceCompile& call) {
  const std::optional<ProgramCache>& cache = call.options->cache;
  const std::string key = cache && nvrtc.reason.empty() ? key_of(nvrtc, capability, call) : std::string{};
  if (key.empty()) {
    return compile_source_for_device(nvrtc, capability, call);
  }
  const FileCache files{cache->folder(), cache->max_bytes()};
  if (const std::optional<std::string> kept = files.find(key); kept && unpack(*kept, call)) {
    call.is_from_cache = true;
    return Status::success;
  }
  const Status status = compile_source_for_device(nvrtc, capability, call);
  if (status == Status::success) {
    call.cache_failure = files.store(key, packed(call));
  }
  return status;
}

}  // namespace texelscope::gpu::cuda
