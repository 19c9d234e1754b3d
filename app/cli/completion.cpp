#include "app/cli/completion.h"

#include <fmt/format.h>

#include <algorithm>

namespace texelscope::app {
namespace {

/// The meaning of the words before the last one.
struct Place {
  const CommandReference* command;
  /// The option whose value comes next.
  const OptionReference* option = nullptr;
  std::size_t positionals = 0;
  bool has_words = false;
};

Place place_of(const CommandReference& program, std::span<const std::string> before) {
  Place place{&program};
  place.has_words = !before.empty();
  if (place.has_words && find_command(program, before.front()) == nullptr) {
    // Without a command, the options are those of the window.
    place.command = find_command(program, "explore");
  }
  for (const std::string& word : before) {
    if (place.option != nullptr) {
      place.option = nullptr;
    } else if (word.size() > 1 && word.starts_with('-')) {
      const OptionReference* const option = find_option(*place.command, word);
      place.option = option != nullptr && !option->value.empty() ? option : nullptr;
    } else if (const CommandReference* const command = find_command(*place.command, word)) {
      place.command = command;
    } else {
      ++place.positionals;
    }
  }
  return place;
}

/// The positional argument at a position; null beyond the last.
const OptionReference* positional_at(const CommandReference& command, std::size_t position) {
  const OptionReference* last = nullptr;
  for (const OptionReference& option : command.options) {
    if (option.is_positional()) {
      last = &option;
      if (position-- == 0) {
        return last;
      }
    }
  }
  return last != nullptr && last->is_repeatable ? last : nullptr;
}

class Collector {
 public:
  Collector(Completion& completion, std::string_view partial) : completion_{completion}, partial_{partial} {}

  void add(std::string_view word, std::string_view text) {
    if (word.starts_with(partial_)) {
      completion_.words.push_back({std::string(word), std::string(text)});
    }
  }
  void add_commands(const CommandReference& parent) {
    for (const CommandReference& command : parent.commands) {
      add(command.name, command.text.substr(0, command.text.find('\n')));
    }
  }
  void add_options(const CommandReference& command, std::span<const std::string> before) {
    for (const OptionReference& option : command.options) {
      const bool is_given = std::ranges::find_first_of(option.names, before) != option.names.end();
      if (!option.is_positional() && (option.is_repeatable || !is_given)) {
        add(option.names.front(), option.text);
      }
    }
  }

 private:
  Completion& completion_;
  std::string_view partial_;
};

}  // namespace

Completion complete(const CommandReference& program, std::span<const std::string> words,
                    std::span<const std::string_view> labs) {
  Completion completion;
  const std::string last = words.empty() ? "" : words.back();
  const std::span<const std::string> before = words.first(words.empty() ? 0 : words.size() - 1);
  const Place place = place_of(program, before);
  const CommandReference& window = *find_command(program, "explore");
  const CommandReference& command = place.has_words ? *place.command : window;
  Collector collector(completion, last);

  const auto add_values = [&](const OptionReference& option, const std::string& prefix) {
    const std::string partial = last.substr(prefix.size());
    if (option.words) {
      for (const Word& word : option.words({before, partial, labs})) {
        collector.add(prefix + word.word, word.text);
      }
    }
    completion.takes_paths = option.path != PathUse::none;
  };

  if (place.option != nullptr) {
    add_values(*place.option, "");
    return completion;
  }
  if (last.starts_with('-')) {
    const std::size_t equals = last.find('=');
    const OptionReference* const option = find_option(command, last.substr(0, equals));
    if (equals != std::string::npos && option != nullptr) {
      add_values(*option, last.substr(0, equals + 1));
      return completion;
    }
    collector.add_options(command, before);
    if (!place.has_words) {
      for (const OptionReference& of_program : program.options) {
        if (find_option(command, of_program.names.front()) == nullptr) {
          collector.add(of_program.names.front(), of_program.text);
        }
      }
    }
    return completion;
  }
  collector.add_commands(place.has_words ? command : program);
  if (const OptionReference* const positional = positional_at(command, place.positionals)) {
    add_values(*positional, "");
  }
  return completion;
}

std::string completion_answer(const Completion& completion) {
  std::string answer = completion.takes_paths ? "paths\n" : "words\n";
  for (const Word& word : completion.words) {
    answer += fmt::format("{}\t{}\n", word.word, word.text);
  }
  return answer;
}

}  // namespace texelscope::app
