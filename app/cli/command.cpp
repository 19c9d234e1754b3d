#include "app/cli/command.h"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <tuple>

namespace texelscope::app {
namespace {

std::list<Subcommand>& commands() {
  static std::list<Subcommand> all;
  return all;
}

}  // namespace

std::string_view Subcommand::parent() const {
  const std::size_t blank = name.find(' ');
  return blank == std::string_view::npos ? std::string_view{} : name.substr(0, blank);
}

RegisteredSubcommand::RegisteredSubcommand(Subcommand command)
    : place_{commands().insert(commands().end(), std::move(command))} {}

RegisteredSubcommand::~RegisteredSubcommand() { commands().erase(place_); }

std::vector<const Subcommand*> registered_commands() {
  std::vector<const Subcommand*> all;
  std::ranges::transform(commands(), std::back_inserter(all), [](const Subcommand& command) { return &command; });
  std::ranges::sort(all, {}, [](const Subcommand* command) {
    return std::tuple(!command->parent().empty(), command->group, command->rank, command->name);
  });
  return all;
}

}  // namespace texelscope::app
