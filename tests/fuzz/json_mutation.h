#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <random>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tests/fuzz/json_growth.h"

namespace texelscope::tests {

/// Random changes of JSON documents; the same for the same seed.
class JsonMutation {
 public:
  using Json = nlohmann::ordered_json;

  explicit JsonMutation(std::uint64_t seed) : random_{seed} {}

  /// The text of a document with one to three changes: a long text or name, a value that is nested deeply, a list or an
  /// object with many entries, an entry that is repeated. Readers refuse most of these documents.
  std::string text_of_changed(Json document) {
    for (std::uint64_t changes = 1 + random_() % 3; changes > 0; --changes) {
      change(random_node(document));
    }
    return text_of(document);
  }

  /// Likewise, with changes that the format allows, except that some exceed its limits.
  std::string text_of_grown(Json document, const JsonGrowth& growth) {
    for (std::uint64_t changes = 1 + random_() % 3; changes > 0; --changes) {
      std::vector<Place> places;
      collect(document, "", growth, places);
      // A list with many entries would otherwise hide the others.
      std::vector<std::string_view> keys;
      for (const Place& place : places) {
        if (std::ranges::find(keys, place.key) == keys.end()) {
          keys.push_back(place.key);
        }
      }
      const std::string_view key = keys[random_() % keys.size()];
      std::erase_if(places, [&](const Place& place) { return place.key != key; });
      const Place& place = places[random_() % places.size()];
      grow(*place.node, place.key, growth);
    }
    return text_of(document);
  }

 private:
  // Replaced in the text: the library cannot write very deep values, or an object with a duplicate key.
  static constexpr std::string_view deep_mark = "@deep@";
  static constexpr std::string_view twice_mark = "@twice@";

  /// A value that may grow, and its key, or that of its list.
  struct Place {
    Json* node;
    std::string_view key;
  };

  std::string text_of(const Json& document) {
    std::string text = document.dump(-1, ' ', false, Json::error_handler_t::replace);
    for (const auto& [mark, value] : {std::pair{deep_mark, nested_text()}, std::pair{twice_mark, twice_text()}}) {
      const std::string quoted = '"' + std::string{mark} + '"';
      if (const std::size_t at = text.find(quoted); at != std::string::npos) {
        text.replace(at, quoted.size(), value);
      }
    }
    // Larger ones are refused by their size, except for reports.
    constexpr std::size_t max_bytes = 2'000'000;
    text.resize(std::min(text.size(), max_bytes));
    return text;
  }

  /// Small counts are more frequent.
  std::size_t count(double most) {
    return static_cast<std::size_t>(std::exp(std::uniform_real_distribution(0.0, std::log(most))(random_)));
  }

  /// Any node, or as often one whose text has no fixed values.
  Json& random_node(Json& document) {
    std::vector<Json*> nodes{&document};
    std::vector<Json*> texts;
    collect(document, nodes, texts);
    const std::vector<Json*>& chosen = texts.empty() || random_() % 4 == 0 ? nodes : texts;
    return *chosen[random_() % chosen.size()];
  }

  static void collect(Json& node, std::vector<Json*>& nodes, std::vector<Json*>& texts) {
    constexpr std::array<std::string_view, 6> with_fixed_values{"parameters", "scene",    "panels",
                                                                "lab",        "language", "favorites"};
    if (!node.is_structured()) {
      return;
    }
    for (auto& [name, value] : node.items()) {
      nodes.push_back(&value);
      if (value.is_string() && std::ranges::find(with_fixed_values, name) == with_fixed_values.end()) {
        texts.push_back(&value);
      }
      std::vector<Json*> without;
      collect(value, nodes, name == "parameters" || name == "panels" ? without : texts);
    }
  }

  static void collect(Json& node, std::string_view key, const JsonGrowth& growth, std::vector<Place>& places) {
    if (growth.can_grow(node, key)) {
      places.push_back({&node, key});
    }
    if (node.is_object()) {
      for (auto& [name, value] : node.get_ref<Json::object_t&>()) {
        collect(value, name, growth, places);
      }
    } else if (node.is_array()) {
      for (Json& value : node) {
        collect(value, key, growth, places);
      }
    }
  }

  std::string long_text(double most) {
    constexpr std::array<std::string_view, 7> parts{"x", "word ", "é", "line\n", "{a.b}", "9", "/folder"};
    const std::string_view part = parts[random_() % parts.size()];
    std::string text = random_() % 2 == 0 ? "" : "/";
    for (std::size_t i = count(most / static_cast<double>(part.size())); i > 0; --i) {
      text += part;
    }
    return text;
  }

  std::string long_name(const JsonGrowth::Name& form) {
    const std::string_view part = form.parts[random_() % form.parts.size()];
    std::string name;
    for (std::size_t i = count(static_cast<double>(form.max_bytes / part.size())); i > 0; --i) {
      name += part;
    }
    return name + std::string{form.end};
  }

  std::string nested_text() {
    const std::size_t levels = count(100'000);
    return std::string(levels, '[') + std::string(levels, ']');
  }

  /// Keeps the text within the sizes that readers accept.
  static std::size_t most_copies(const Json& value, std::size_t name_bytes) {
    return 900'000 / (value.dump(-1, ' ', false, Json::error_handler_t::replace).size() + name_bytes + 8);
  }

  static std::string twice_text() { return R"({"scene": 1, "scene": 2})"; }

  void grow(Json& node, std::string_view key, const JsonGrowth& growth) {
    if (growth.any.contains(key)) {
      node = random_() % 2 == 0 ? nested_value() : wide_object(node, "name", 20'000);
    } else if (const auto name = growth.names.find(key); node.is_string() && name != growth.names.end()) {
      node = long_name(name->second);
    } else if (node.is_string()) {
      // One of many is longer than any reader accepts.
      node = long_text(random_() % 16 == 0 ? 900'000 : growth.max_text_bytes);
    } else if (node.is_object()) {
      node = wide_object(node.begin().value(), "name", 12'000);
    } else {
      repeat(node, growth);
    }
  }

  /// Repeats an entry of a list; each copy has its own unique values.
  void repeat(Json& list, const JsonGrowth& growth) {
    const Json entry = list[random_() % list.size()];
    for (std::size_t i = std::min(count(100'000), most_copies(entry, 0)); i > 0; --i) {
      Json& copy = list.emplace_back(entry);
      for (const std::string_view key : growth.unique) {
        if (const auto value = copy.is_object() ? copy.find(key) : copy.end(); value == copy.end()) {
          continue;
        } else if (value->is_number()) {
          *value = list.size();
        } else {
          *value = std::to_string(list.size()) + '_' + value->get<std::string>().substr(0, growth.max_unique_bytes);
        }
      }
    }
  }

  /// Nested within the depth that most readers accept, or beyond.
  Json nested_value() {
    Json value = "deep";
    for (std::size_t i = count(100); i > 0; --i) {
      value = random_() % 2 == 0 ? Json::array({std::move(value)}) : Json{{"name", std::move(value)}};
    }
    return value;
  }

  Json wide_object(const Json& value, const std::string& name, double most) {
    Json::object_t wide;
    for (std::size_t i = std::min(count(most), most_copies(value, name.size())); i > 0; --i) {
      // Inserting by key would look for it first.
      static_cast<std::vector<Json::object_t::value_type>&>(wide).emplace_back(name + std::to_string(i), value);
    }
    return wide;
  }

  void change(Json& node) {
    if (node.is_string() && random_() % 8 != 0) {
      // Near the limits of texts, so that most are accepted.
      node = long_text(8000);
      return;
    }
    switch (random_() % 7) {
      case 0:
      case 1:
        node = long_text(900'000);
        break;
      case 2:
        node = deep_mark;
        break;
      case 3:
        node = Json::array();
        node.get_ref<Json::array_t&>().resize(count(100'000), random_() % 2 == 0 ? Json(1) : Json("text"));
        break;
      case 4:
        node = wide_object(node, random_() % 8 == 0 ? long_text(900'000) : "name", 20'000);
        break;
      case 5:
        if (node.is_array() && !node.empty()) {
          const Json first = node.front();
          for (std::size_t i = std::min(count(2000), most_copies(first, 0)); i > 0; --i) {
            node.push_back(first);
          }
        } else {
          node = twice_mark;
        }
        break;
      default:
        node = Json{1e308, -1, 0, true, nullptr}[random_() % 5];
        break;
    }
  }

  std::mt19937_64 random_;
};

}  // namespace texelscope::tests
