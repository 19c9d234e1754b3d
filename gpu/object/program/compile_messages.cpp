#include "gpu/layout/name_at.h"
#include "gpu/object/program/program_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <span>

namespace texelscope::gpu {
namespace {

using Severity = CompileMessage::Severity;

/// A confused compiler can print pages of messages.
constexpr std::size_t max_messages = 100;

std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    lines.push_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

bool take(std::string_view& text, std::string_view prefix) {
  const bool is_there = text.starts_with(prefix);
  text.remove_prefix(is_there ? prefix.size() : 0);
  return is_there;
}

std::optional<int> take_number(std::string_view& text) {
  int number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{} || number < 0) {
    return std::nullopt;
  }
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return number;
}

/// "error: …", "warning #177-D: …": removes the severity from a message.
std::optional<Severity> take_severity(std::string_view& text) {
  struct Kind {
    std::string_view name;
    Severity severity;
  };
  constexpr std::array kinds = {Kind{"fatal error", Severity::error}, Kind{"catastrophic error", Severity::error},
                                Kind{"error", Severity::error}, Kind{"warning", Severity::warning},
                                Kind{"note", Severity::note}, Kind{"remark", Severity::note},
                                // The assembler's words.
                                Kind{"Error", Severity::error}, Kind{"Warning", Severity::warning}};
  for (const Kind& kind : kinds) {
    std::string_view rest = text;
    if (!take(rest, kind.name)) {
      continue;
    }
    if (take(rest, " #")) {
      rest.remove_prefix(std::min(rest.find(':'), rest.size()));
    }
    if (take(rest, ": ")) {
      text = rest;
      return kind.severity;
    }
  }
  return std::nullopt;
}

/// "NAME:3:5: error: …" of g++ and clang++, "NAME(3): error: …" of NVRTC.
std::optional<CompileMessage> message_at(std::string_view line, std::string_view name) {
  if (!take(line, name)) {
    return std::nullopt;
  }
  CompileMessage message;
  const bool is_nvrtc = take(line, "(");
  const std::optional<int> number = is_nvrtc || take(line, ":") ? take_number(line) : std::nullopt;
  if (!number) {
    return std::nullopt;
  }
  message.line = *number;
  if (is_nvrtc) {
    if (!take(line, "): ")) {
      return std::nullopt;
    }
  } else {
    if (!take(line, ":")) {
      return std::nullopt;
    }
    if (const std::optional<int> column = take_number(line)) {
      message.column = *column;
      if (!take(line, ":")) {
        return std::nullopt;
      }
    }
    take(line, " ");
  }
  const std::optional<Severity> severity = take_severity(line);
  if (!severity) {
    return std::nullopt;
  }
  message.severity = *severity;
  message.text = line;
  return message;
}

/// "In file included from HEADER:40," and the following lines, the last of which is "                 from NAME:3:":
/// the line of the source that includes the header of the next messages. Empty for any other line of the log.
std::optional<int> including_line(std::string_view line, std::string_view name) {
  const bool is_first = take(line, "In file included ");
  line.remove_prefix(std::min(line.find_first_not_of(' '), line.size()));
  if (!take(line, "from ")) {
    return std::nullopt;
  }
  const std::optional<int> number = take(line, name) && take(line, ":") ? take_number(line) : std::nullopt;
  return number || is_first ? std::optional{number.value_or(0)} : std::nullopt;
}

/// The line of the only #include of a source; 0 if there is none or more than one.
int only_include(std::span<const std::string_view> source_lines) {
  int found = 0;
  for (std::size_t i = 0; i < source_lines.size(); ++i) {
    std::string_view line = source_lines[i];
    line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
    if (take(line, "#") && line.substr(std::min(line.find_first_not_of(" \t"), line.size())).starts_with("include")) {
      if (found != 0) {
        return 0;
      }
      found = static_cast<int>(i) + 1;
    }
  }
  return found;
}

/// An error outside the source: in a header, or from the linker.
std::optional<CompileMessage> message_elsewhere(std::string_view line) {
  for (const std::string_view mark : {": error: ", ": fatal error: ", ": catastrophic error: ", ": Error: "}) {
    if (const std::size_t at = line.find(mark); at != std::string_view::npos) {
      return CompileMessage{0, 0, Severity::error, std::string{line.substr(at + mark.size())}};
    }
  }
  for (const std::string_view mark :
       {"out of memory allocating ", "undefined reference to ", "Unresolved extern function "}) {
    if (const std::size_t at = line.find(mark); at != std::string_view::npos) {
      return CompileMessage{0, 0, Severity::error, std::string{line.substr(at)}};
    }
  }
  return std::nullopt;
}

/// NVRTC reports no column: it repeats the line below the message, indented by two columns, and marks the position with
/// a caret.
int column_by_caret(std::span<const std::string_view> after, std::string_view source_line) {
  constexpr std::size_t indent = 2;
  if (after.size() < 2 || after[0].size() < indent || after[0].substr(indent) != source_line) {
    return 0;
  }
  const std::size_t caret = after[1].find('^');
  return caret == std::string_view::npos || caret < indent ? 0 : static_cast<int>(caret - indent) + 1;
}

/// Whether a message of a header repeats an earlier message: a header that is included in the wrong place causes pages
/// of messages. `line` is 0 if the log does not show the including line, which g++ prints once for each file.
bool is_told(std::span<const int> told_includes, int line) {
  return line == 0 ? !told_includes.empty() : std::ranges::find(told_includes, line) != told_includes.end();
}

bool is_linker_summary(const CompileMessage& message) {
  return message.line == 0 && message.text.find("ld returned") != std::string::npos;
}

}  // namespace

std::vector<CompileMessage> read_compile_messages(std::string_view log, std::string_view name,
                                                  std::string_view source) {
  const std::vector<std::string_view> lines = lines_of(log);
  const std::vector<std::string_view> source_lines = lines_of(source);
  std::vector<CompileMessage> messages;
  std::vector<int> told_includes;
  int included_at = 0;
  for (std::size_t i = 0; i < lines.size() && messages.size() < max_messages; ++i) {
    if (const std::optional<int> line = including_line(lines[i], name)) {
      included_at = *line;
      continue;
    }
    std::optional<CompileMessage> message = message_at(lines[i], name);
    if (!message) {
      message = message_elsewhere(lines[i]);
      if (message && message->text.starts_with("out of memory")) {
        // For example, for an endless file.
        message->line = only_include(source_lines);
      } else if (message && is_told(told_includes, included_at)) {
        message.reset();
      } else if (message && included_at != 0) {
        told_includes.push_back(included_at);
        message->line = included_at;
        message->text = "an included file does not compile: " + message->text;
      }
    } else if (const auto at = static_cast<std::size_t>(message->line);
               message->column == 0 && at >= 1 && at <= source_lines.size()) {
      message->column = column_by_caret(std::span{lines}.subspan(i + 1), source_lines[at - 1]);
    }
    // The linker's summary is redundant after it has reported what is missing.
    if (message && !(is_linker_summary(*message) && !messages.empty())) {
      messages.push_back(std::move(*message));
    }
  }
  return messages;
}

std::string to_string(const CompileMessage& message) {
  if (message.line == 0) {
    return message.text;
  }
  return message.column == 0 ? fmt::format("line {}: {}", message.line, message.text)
                             : fmt::format("line {}, column {}: {}", message.line, message.column, message.text);
}

std::string_view to_string(CompileMessage::Severity severity) noexcept {
  constexpr std::array<std::string_view, 3> names{"error", "warning", "note"};
  return name_at(names, severity);
}

}  // namespace texelscope::gpu
