#include "gpu/cpu/recording/source_lines.h"

#include <dlfcn.h>
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <exception>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gpu/driver/source_names.h"
#include "gpu/files/compiler_process.h"
#include "gpu/files/environment.h"
#include "gpu/files/temporary_folder.h"

namespace texelscope::gpu::cpu {
namespace {

/// Whether a file belongs to a fetch or access itself rather than to the kernel.
bool is_library_file(std::string_view file) {
  return file.find("texelscope/kernels/") != std::string_view::npos || file.starts_with("/usr/") ||
         file == driver::name_after_source;
}

/// Parses "FILE:LINE" or "FILE:LINE (discriminator N)"; nothing for an unknown place, "??:0" or "??:?".
std::optional<SourcePlace> parse_place(std::string_view text) {
  text = text.substr(0, text.find(" ("));
  const std::size_t colon = text.rfind(':');
  int line = 0;
  if (colon == std::string_view::npos ||
      std::from_chars(text.data() + colon + 1, text.data() + text.size(), line).ec != std::errc{} || line < 1) {
    return std::nullopt;
  }
  // The folder of sources in line tables that the library writes.
  constexpr std::string_view folder = "/text/";
  const std::string_view file = text.substr(0, colon);
  return SourcePlace{std::string{file.starts_with(folder) ? file.substr(folder.size()) : file}, line};
}

/// Reads the output for the addresses of `sites`: after each address, the places of its inlined functions, innermost
/// first.
void read_places(std::string_view output, std::span<AccessSite* const> sites) {
  std::ptrdiff_t index = -1;
  bool is_outside = false;
  while (!output.empty()) {
    const std::string_view text = output.substr(0, output.find('\n'));
    output.remove_prefix(std::min(text.size() + 1, output.size()));
    if (text.starts_with("0x")) {
      ++index;
      is_outside = false;
    } else if (const auto place = parse_place(text); place && index >= 0 && index < std::ssize(sites)) {
      AccessSite& site = *sites[static_cast<std::size_t>(index)];
      const bool is_library = is_library_file(place->file);
      if (is_library ? site.line == 0 : !is_outside) {
        static_cast<SourcePlace&>(site) = *place;
        is_outside = !is_library;
      } else if (!is_library && site.callers.size() < AccessSite::max_callers) {
        site.callers.push_back(*place);
      }
    }
  }
}

void find_in_module(const std::filesystem::path& tool, const std::string& module, std::span<AccessSite* const> sites) {
  const TemporaryFolder folder;
  CompilerCommand command{.program = tool, .arguments = {"-a", "-i", "-e", module}, .log = "places"};
  for (const AccessSite* const site : sites) {
    // The instruction before the return address belongs to the call.
    command.arguments.push_back(fmt::format("0x{:x}", site->address - 1));
  }
  const CompilerEnding ending = run_compiler(command, folder.path(), std::chrono::seconds{60}, {});
  if (ending.is_success()) {
    read_places(folder.read(command.log), sites);
  }
}

}  // namespace

void find_source_lines(std::span<const void* const> callers, std::span<AccessSite> sites) noexcept {
  try {
    std::map<std::string, std::vector<AccessSite*>> by_module;
    for (std::size_t i = 0; i < callers.size(); ++i) {
      Dl_info info{};
      if (::dladdr(callers[i], &info) == 0 || info.dli_fname == nullptr) {
        continue;
      }
      sites[i].module = info.dli_fname;
      sites[i].address =
          static_cast<std::uint64_t>(static_cast<const char*>(callers[i]) - static_cast<const char*>(info.dli_fbase));
      by_module[sites[i].module].push_back(&sites[i]);
    }
    const std::optional<std::filesystem::path> tool = find_addr2line();
    if (!tool) {
      return;
    }
    for (const auto& [module, of_module] : by_module) {
      // The arguments of a process are limited.
      constexpr std::size_t most = 4096;
      for (std::size_t first = 0; first < of_module.size(); first += most) {
        find_in_module(*tool, module, std::span{of_module}.subspan(first, std::min(most, of_module.size() - first)));
      }
    }
  } catch (const std::exception&) {
    // A recording is useful without its lines; its sites then name the module.
    return;
  }
}

}  // namespace texelscope::gpu::cpu
