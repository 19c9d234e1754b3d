#include "app/labs/kernel/kernel_reference.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <iterator>
#include <utility>

#include "app/labs/kernel/kernel_frame.h"
#include "texelscope/gpu/program.h"

namespace texelscope::app {
namespace {

constexpr std::string_view function_mark = "TEXELSCOPE_KERNEL_FUNCTION ";
constexpr std::string_view comment_mark = "///";

std::string_view trimmed(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(" \t");
  return begin == std::string_view::npos ? std::string_view{}
                                         : text.substr(begin, text.find_last_not_of(" \t") - begin + 1);
}

void join_line(std::string& text, std::string_view line) {
  text += text.empty() ? "" : " ";
  text += line;
}

/// The name before a function's parentheses; empty for an operator.
std::string function_name(std::string_view declaration) {
  const std::size_t end = declaration.find('(');
  if (end == std::string_view::npos || declaration.substr(0, end).find("operator") != std::string_view::npos) {
    return "";
  }
  const std::size_t begin = declaration.find_last_of(" *&", end) + 1;
  return std::string{declaration.substr(begin, end - begin)};
}

/// Reads a header line by line.
class HeaderReader {
 public:
  std::vector<KernelReferenceEntry> read(std::string_view header) {
    while (!header.empty()) {
      const std::size_t end = header.find('\n');
      take(header.substr(0, end));
      header.remove_prefix(end == std::string_view::npos ? header.size() : end + 1);
    }
    return std::move(entries_);
  }

 private:
  void take(std::string_view line) {
    const std::string_view code = trimmed(line);
    if (is_in_detail_) {
      is_in_detail_ = !code.starts_with("}  // namespace detail");
    } else if (!function_.empty()) {
      take_function(code);
    } else if (!type_.empty()) {
      take_in_type(code);
    } else if (!take_comment(code)) {
      take_outside(code);
    }
  }

  bool take_comment(std::string_view code) {
    if (!code.starts_with(comment_mark)) {
      was_comment_ = false;
      return false;
    }
    if (!std::exchange(was_comment_, true)) {
      comment_.clear();
    }
    join_line(comment_, trimmed(code.substr(comment_mark.size())));
    return true;
  }

  void take_outside(std::string_view code) {
    if (code.empty()) {
      comment_.clear();
    } else if (code.starts_with("namespace") && code.find("detail") != std::string_view::npos) {
      is_in_detail_ = true;
    } else if (code.starts_with(function_mark)) {
      take_function(code.substr(function_mark.size()));
    } else if ((code.starts_with("struct ") || code.starts_with("class ")) && code.ends_with('{')) {
      begin_type(code);
    }
  }

  /// Reads the part of a declaration on this line, up to its body.
  void take_function(std::string_view code) {
    const std::size_t end = code.find_first_of("{;");
    join_line(function_, trimmed(code.substr(0, end)));
    if (end == std::string_view::npos) {
      return;
    }
    std::string declaration = std::exchange(function_, {});
    constexpr std::string_view end_of_member = " const";
    if (declaration.ends_with(end_of_member)) {
      declaration.resize(declaration.size() - end_of_member.size());
    }
    if (std::string name = function_name(declaration); !name.empty()) {
      entries_.push_back({type_, std::move(name), "", std::move(declaration), comment_});
    }
  }

  void begin_type(std::string_view code) {
    code.remove_suffix(1);
    code = trimmed(code);
    const std::size_t begin = code.find_last_of(' ') + 1;
    type_ = code.substr(begin);
    is_struct_ = code.starts_with("struct");
    is_public_ = is_struct_;
    position_of_type_ = entries_.size();
    entries_.push_back({"", type_, "", std::string{is_struct_ ? "struct " : "class "} + type_, comment_});
    comment_.clear();
  }

  void take_in_type(std::string_view code) {
    if (code.starts_with("};")) {
      type_.clear();
      comment_.clear();
    } else if (code == "public:" || code == "private:") {
      is_public_ = code == "public:";
    } else if (!is_public_ || take_comment(code)) {
      return;
    } else if (code.starts_with(function_mark)) {
      take_function(code.substr(function_mark.size()));
    } else if (is_struct_ && code.ends_with(';') && code.find('(') == std::string_view::npos) {
      take_variables(code.substr(0, code.size() - 1));
    }
  }

  /// "float a, b": each name is a member.
  void take_variables(std::string_view code) {
    const std::size_t end_of_type = code.find(' ');
    if (end_of_type == std::string_view::npos) {
      return;
    }
    const std::string type{code.substr(0, end_of_type)};
    KernelReferenceEntry& owner = entries_[position_of_type_];
    owner.declaration += owner.declaration.ends_with(';') ? " " : ": ";
    owner.declaration += std::string{code} + ";";
    std::string_view names = code.substr(end_of_type + 1);
    while (!names.empty()) {
      const std::size_t end = names.find(',');
      const std::string name{trimmed(names.substr(0, end))};
      entries_.push_back({type_, name, type, fmt::format("{} {}", type, name), comment_});
      names.remove_prefix(end == std::string_view::npos ? names.size() : end + 1);
    }
    comment_.clear();
  }

  std::vector<KernelReferenceEntry> entries_;
  std::string comment_;
  bool was_comment_ = false;
  bool is_in_detail_ = false;
  /// The declaration read so far; empty outside a function.
  std::string function_;
  /// The current struct or class; empty if there is none.
  std::string type_;
  bool is_struct_ = false;
  bool is_public_ = false;
  std::size_t position_of_type_ = 0;
};

std::vector<KernelReferenceEntry> read_all() {
  std::vector<KernelReferenceEntry> all = read_kernel_reference(kernel_frame_text);
  constexpr std::array headers = {"surface.h", "texture.h",       "trigonometry.h", "exponential.h",
                                  "roots.h",   "interpolation.h", "rounding.h",     "hash.h",
                                  "convert.h", "vector.h",        "index.h"};
  const std::vector<gpu::ProgramHeader> program_headers = gpu::program_headers();
  for (const char* const header : headers) {
    const auto found = std::ranges::find_if(program_headers, [&](const gpu::ProgramHeader& each) {
      return each.name == fmt::format("texelscope/kernels/{}", header);
    });
    if (found != program_headers.end()) {
      std::ranges::move(read_kernel_reference(found->text), std::back_inserter(all));
    }
  }
  // Omits members that their struct's entry lists, and members for the renderer.
  std::erase_if(all, [](const KernelReferenceEntry& entry) {
    const bool is_of_frame = entry.owner == "Frame";
    return (!entry.owner.empty() && !is_of_frame && !entry.type.empty()) || (is_of_frame && entry.name == "pass") ||
           entry.name == "Frame";
  });
  return all;
}

}  // namespace

std::vector<KernelReferenceEntry> read_kernel_reference(std::string_view header) { return HeaderReader{}.read(header); }

std::span<const KernelReferenceEntry> kernel_reference() {
  static const std::vector<KernelReferenceEntry> all = read_all();
  return all;
}

}  // namespace texelscope::app
