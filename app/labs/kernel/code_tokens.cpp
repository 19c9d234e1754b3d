#include "app/labs/kernel/code_tokens.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <string>
#include <unordered_map>

#include "app/labs/kernel/kernel_frame.h"
#include "app/labs/kernel/kernel_reference.h"

namespace texelscope::app {
namespace {

constexpr std::array<std::string_view, 44> keywords = {
    "alignas", "auto",    "break",    "case",      "class",       "const",    "constexpr", "continue",     "decltype",
    "default", "delete",  "do",       "else",      "enum",        "explicit", "false",     "for",          "friend",
    "goto",    "if",      "inline",   "namespace", "new",         "noexcept", "nullptr",   "operator",     "private",
    "public",  "return",  "sizeof",   "static",    "static_cast", "struct",   "switch",    "template",     "this",
    "true",    "typedef", "typename", "union",     "using",       "volatile", "while",     "static_assert"};
constexpr std::array<std::string_view, 21> types = {
    "void",    "bool",     "char",     "short",    "int",     "long",    "float",
    "double",  "signed",   "unsigned", "int8_t",   "int16_t", "int32_t", "int64_t",
    "uint8_t", "uint16_t", "uint32_t", "uint64_t", "size_t",  "Frame",   "TEXELSCOPE_KERNEL_FUNCTION"};

using KindOfName = std::unordered_map<std::string_view, CodeTokenKind>;

KindOfName kinds_of_names() {
  KindOfName kinds;
  for (const KernelReferenceEntry& entry : kernel_reference()) {
    const bool is_type = entry.declaration.starts_with("struct ") || entry.declaration.starts_with("class ");
    if (is_type || entry.type.empty()) {
      kinds[entry.name] = is_type ? CodeTokenKind::type : CodeTokenKind::function;
    }
  }
  for (const std::string_view type : types) {
    kinds[type] = CodeTokenKind::type;
  }
  for (const std::string_view keyword : keywords) {
    kinds[keyword] = CodeTokenKind::keyword;
  }
  return kinds;
}

bool begins_name(char character) {
  return std::isalpha(static_cast<unsigned char>(character)) != 0 || character == '_';
}
bool is_digit(char character) { return std::isdigit(static_cast<unsigned char>(character)) != 0; }

class Tokenizer {
 public:
  explicit Tokenizer(std::string_view text) : text_{text} {}

  std::vector<CodeToken> run() {
    while (place_ < text_.size()) {
      step();
    }
    return std::move(tokens_);
  }

 private:
  [[nodiscard]] bool is_at(std::string_view part) const { return text_.substr(place_).starts_with(part); }

  /// Appends the text up to `end` as tokens of one kind, one per line.
  void take(std::size_t end, CodeTokenKind kind) {
    end = std::min(end, text_.size());
    while (place_ < end) {
      const std::size_t line_end = std::min(text_.find('\n', place_), end);
      if (line_end > place_) {
        tokens_.push_back({place_, line_end - place_, kind});
      }
      place_ = line_end < end ? line_end + 1 : end;
    }
  }

  template <class Condition>
  [[nodiscard]] std::size_t end_of(Condition&& condition) const {
    std::size_t end = place_ + 1;
    while (end < text_.size() && condition(text_[end])) {
      ++end;
    }
    return end;
  }

  void step() {
    const char character = text_[place_];
    if (character == '\n') {
      is_line_begun_ = false;
      ++place_;
      return;
    }
    if (character == ' ' || character == '\t' || character == '\r') {
      ++place_;
      return;
    }
    const bool is_first = !is_line_begun_;
    is_line_begun_ = true;
    if (is_at("//")) {
      take(text_.find('\n', place_), CodeTokenKind::comment);
    } else if (is_at("/*")) {
      const std::size_t end = text_.find("*/", place_ + 2);
      take(end == std::string_view::npos ? end : end + 2, CodeTokenKind::comment);
    } else if (character == '#' && is_first) {
      take(end_of(is_name_character), CodeTokenKind::directive);
    } else if (character == '"' || character == '\'') {
      take(end_of_literal(character), CodeTokenKind::text);
    } else if (is_digit(character) || (character == '.' && place_ + 1 < text_.size() && is_digit(text_[place_ + 1]))) {
      take(end_of_number(), CodeTokenKind::number);
    } else if (begins_name(character)) {
      const std::size_t end = end_of(is_name_character);
      take(end, kind_of(text_.substr(place_, end - place_)));
    } else {
      take(place_ + 1, CodeTokenKind::plain);
    }
  }

  /// An unterminated literal ends with its line.
  [[nodiscard]] std::size_t end_of_literal(char quote) const {
    std::size_t end = place_ + 1;
    while (end < text_.size() && text_[end] != '\n') {
      if (text_[end] == quote) {
        return end + 1;
      }
      end += text_[end] == '\\' ? 2 : 1;
    }
    return std::min(end, text_.size());
  }

  /// Accepts digits separated by ', exponents with a sign, and suffixes.
  [[nodiscard]] std::size_t end_of_number() const {
    char before = '0';
    return end_of([&](char character) {
      const bool is_sign = character == '+' || character == '-';
      const bool is_in_number = is_name_character(character) || character == '.' || character == '\'' ||
                                (is_sign && std::string_view{"eEpP"}.find(before) != std::string_view::npos);
      before = character;
      return is_in_number;
    });
  }

  [[nodiscard]] static CodeTokenKind kind_of(std::string_view name) {
    static const KindOfName kinds = kinds_of_names();
    const auto found = kinds.find(name);
    return found == kinds.end() ? CodeTokenKind::plain : found->second;
  }

  std::string_view text_;
  std::size_t place_ = 0;
  /// Whether the line has other text before this position.
  bool is_line_begun_ = false;
  std::vector<CodeToken> tokens_;
};

}  // namespace

bool is_name_character(char character) { return begins_name(character) || is_digit(character); }

std::vector<CodeToken> tokenize_code(std::string_view text) { return Tokenizer{text}.run(); }

std::vector<int> loop_lines(std::string_view text) {
  constexpr std::array<std::string_view, 4> words{"for", "while", "do", "goto"};
  std::vector<int> lines;
  int line = 1;
  std::size_t place = 0;
  for (const CodeToken& token : tokenize_code(text)) {
    line += static_cast<int>(std::ranges::count(text.substr(place, token.begin - place), '\n'));
    place = token.begin;
    const bool jumps = token.kind == CodeTokenKind::keyword &&
                       std::ranges::find(words, text.substr(token.begin, token.size)) != words.end();
    if (jumps && (lines.empty() || lines.back() != line)) {
      lines.push_back(line);
    }
  }
  return lines;
}

unsigned kernel_buffers(std::string_view text) {
  const std::vector<CodeToken> tokens = tokenize_code(text);
  const auto piece = [&](std::size_t i) { return text.substr(tokens[i].begin, tokens[i].size); };
  unsigned buffers = 0;
  for (std::size_t i = 0; i + 2 < tokens.size(); ++i) {
    for (std::size_t buffer = 0; buffer < kernel_buffer_count; ++buffer) {
      if (piece(i) == "void" && piece(i + 1) == kernel_buffer_name(buffer) && piece(i + 2) == "(") {
        buffers |= 1U << buffer;
      }
    }
  }
  return buffers;
}

}  // namespace texelscope::app
