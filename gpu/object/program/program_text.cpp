#include "gpu/object/program/program_text.h"

#include <fmt/format.h>

#include <algorithm>

#include "gpu/driver/source_names.h"

namespace texelscope::gpu {
namespace {

bool is_letter(char character) {
  return (character >= 'a' && character <= 'z') || (character >= 'A' && character <= 'Z') || character == '_';
}

bool is_identifier(std::string_view text) {
  return !text.empty() && is_letter(text.front()) && std::ranges::all_of(text, [](char character) {
    return is_letter(character) || (character >= '0' && character <= '9');
  });
}

/// "Pixel", "mine::Blur".
bool is_type_name(std::string_view text) {
  const std::size_t colons = text.find("::");
  return colons == std::string_view::npos
             ? is_identifier(text)
             : is_identifier(text.substr(0, colons)) && is_type_name(text.substr(colons + 2));
}

bool is_one_line(std::string_view text) { return text.find_first_of("\n\r") == std::string_view::npos; }

void check(const ProgramOptions& options, std::string_view device_name) {
  if (options.kernels.empty()) {
    throw InvalidArgument(
        fmt::format("{}: compiling {}: no kernels are named: list the source's functors in ProgramOptions::kernels",
                    device_name, options.name));
  }
  for (const std::string& kernel : options.kernels) {
    if (!is_type_name(kernel)) {
      throw InvalidArgument(fmt::format(
          "{}: compiling {}: '{}' is not a kernel name: use the name of a type, such as Pixel or mine::Blur",
          device_name, options.name, kernel));
    }
  }
  if (options.name.empty() || !is_one_line(options.name)) {
    throw InvalidArgument(fmt::format(
        "{}: compiling a source: its name is empty or has multiple lines: use a name of one line", device_name));
  }
  for (const std::string& definition : options.definitions) {
    if (!is_identifier(definition.substr(0, definition.find('='))) || !is_one_line(definition)) {
      throw InvalidArgument(
          fmt::format("{}: compiling {}: '{}' is not a definition: use NAME or NAME=VALUE on one line", device_name,
                      options.name, definition));
    }
  }
}

std::string line_directive(std::string_view name) {
  std::string text = "\n#line 1 \"";
  for (const char character : name) {
    text += character == '"' || character == '\\' ? "\\" : "";
    text += character;
  }
  return text + "\"\n";
}

}  // namespace

std::string program_text(std::string_view source, const ProgramOptions& options, std::string_view device_name) {
  check(options, device_name);
  std::string text = "#include \"texelscope/kernels/program_entry.h\"\n";
  for (const std::string& definition : options.definitions) {
    const std::size_t equals = definition.find('=');
    text += fmt::format("#define {} {}\n", definition.substr(0, equals),
                        equals == std::string::npos ? "1" : definition.substr(equals + 1));
  }
  // Inside the kernels' namespace, the library's floor() hides the compiler's.
  text += "namespace texelscope::kernels::program {\n";
  text += options.before + line_directive(options.name);
  text += source;
  text += line_directive(driver::name_after_source) + options.behind + "\n";
  for (std::size_t i = 0; i < options.kernels.size(); ++i) {
    text += fmt::format("TEXELSCOPE_PROGRAM_ENTRY({}, {})\n", i, options.kernels[i]);
  }
  return text + "}\n";
}

}  // namespace texelscope::gpu
