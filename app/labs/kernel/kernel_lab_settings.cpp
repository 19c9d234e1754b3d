#include <fmt/format.h>

#include <string_view>

#include "app/labs/kernel/kernel_lab.h"
#include "app/text/setting_text.h"

namespace texelscope::app {
namespace {

constexpr std::array<std::string_view, 4> value_names = {"a", "b", "c", "d"};
constexpr std::array<std::string_view, 2> tabs = {"text", "picture"};
constexpr std::array<std::string_view, 2> switches = {"off", "on"};

}  // namespace

std::vector<std::pair<std::string, std::string>> KernelLab::settings() const {
  std::vector<std::pair<std::string, std::string>> all = {
      {"text", text}, {"file", file}, {"tab", name_of(tabs, tab)}, {"paused", name_of(switches, controls.is_paused)}};
  for (std::size_t i = 0; i < value_names.size(); ++i) {
    all.emplace_back(value_names[i], fmt::format("{}", controls.values[i]));
  }
  return all;
}

void KernelLab::set(std::string_view name, const std::string& value) {
  if (name == "text") {
    const std::string kept_file = file;
    open_text(value);
    file = kept_file;
  } else if (name == "file") {
    file = value;
  } else if (name == "tab") {
    take_choice(name, value, tabs, tab);
  } else if (name == "paused") {
    take_choice(name, value, switches, controls.is_paused);
  } else if (const auto found = std::ranges::find(value_names, name); found != value_names.end()) {
    float read = 0;
    const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), read);
    if (error != std::errc{} || end != value.data() + value.size() || !(read >= 0 && read <= 1)) {
      throw ParameterError(fmt::format("'{}' is no {}; write a number from 0 to 1", value, name));
    }
    controls.values[static_cast<std::size_t>(found - value_names.begin())] = read;
  } else {
    throw ParameterError(fmt::format("the kernel editor has no setting '{}'", name));
  }
}

}  // namespace texelscope::app
