#include "app/labs/kernel/code_completion.h"

#include <algorithm>
#include <cctype>
#include <ranges>
#include <set>

#include "app/labs/kernel/code_tokens.h"
#include "app/labs/kernel/kernel_reference.h"

namespace texelscope::app {
namespace {

constexpr std::size_t fewest_letters = 2;

/// The start of the name that ends at `end`.
std::size_t begin_of_name(std::string_view text, std::size_t end) {
  while (end > 0 && is_name_character(text[end - 1])) {
    --end;
  }
  return end;
}

std::string_view text_of(std::string_view text, const CodeToken& token) { return text.substr(token.begin, token.size); }

/// The type of a variable that the source declares, or of a member of Frame; empty if unknown.
std::string type_of_variable(std::string_view text, const std::vector<CodeToken>& tokens, std::string_view name) {
  for (std::size_t i = 0; i + 1 < tokens.size(); ++i) {
    if (tokens[i].kind != CodeTokenKind::type) {
      continue;
    }
    const std::string_view next = text_of(text, tokens[i + 1]);
    const bool is_reference = (next == "&" || next == "*") && i + 2 < tokens.size();
    if (text_of(text, tokens[i + (is_reference ? 2 : 1)]) == name) {
      return std::string{text_of(text, tokens[i])};
    }
  }
  const auto member = std::ranges::find_if(kernel_reference(), [&](const KernelReferenceEntry& entry) {
    return entry.owner == "Frame" && entry.name == name;
  });
  return member == kernel_reference().end() ? "" : member->type;
}

bool is_in_words(const std::vector<CodeToken>& tokens, std::size_t cursor) {
  return std::ranges::any_of(tokens, [&](const CodeToken& token) {
    return (token.kind == CodeTokenKind::comment || token.kind == CodeTokenKind::text) && token.begin < cursor &&
           cursor <= token.begin + token.size;
  });
}

}  // namespace

CodeCompletion complete_code(std::string_view text, std::size_t cursor) {
  cursor = std::min(cursor, text.size());
  CodeCompletion completion{begin_of_name(text, cursor), {}};
  const std::string_view typed = text.substr(completion.begin, cursor - completion.begin);
  const bool is_inside = cursor < text.size() && is_name_character(text[cursor]);
  const bool is_number = !typed.empty() && std::isdigit(static_cast<unsigned char>(typed.front())) != 0;
  const bool is_member = completion.begin > 0 && text[completion.begin - 1] == '.';
  if (is_inside || is_number || (!is_member && typed.size() < fewest_letters)) {
    return completion;
  }
  const std::vector<CodeToken> tokens = tokenize_code(text);
  if (is_in_words(tokens, cursor)) {
    return completion;
  }
  std::string owner;
  if (is_member) {
    const std::size_t end = completion.begin - 1;
    const std::size_t begin = begin_of_name(text, end);
    owner = type_of_variable(text, tokens, text.substr(begin, end - begin));
    if (owner.empty()) {
      return completion;
    }
  }
  std::set<std::string, std::less<>> names;
  const auto add = [&](const CompletedName& name) {
    if (name.name.starts_with(typed) && names.insert(name.name).second) {
      completion.names.push_back(name);
    }
  };
  for (const KernelReferenceEntry& entry : kernel_reference()) {
    if (entry.owner == owner) {
      add({entry.name, entry.declaration, entry.description});
    }
  }
  if (!is_member) {
    for (const CodeToken& token : tokens) {
      const bool is_name = token.kind == CodeTokenKind::plain && is_name_character(text[token.begin]);
      if (is_name && token.begin != completion.begin) {
        const std::string name{text_of(text, token)};
        add({name, name, ""});
      }
    }
  }
  std::ranges::sort(completion.names, {}, &CompletedName::name);
  if (completion.names.size() == 1 && completion.names.front().name == typed) {
    completion.names.clear();
  }
  return completion;
}

}  // namespace texelscope::app
