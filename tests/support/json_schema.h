#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace texelscope::tests {

/// Whether a value has a JSON Schema type.
inline bool is_of_type(const nlohmann::json& value, const std::string& type) {
  return type == "object"    ? value.is_object()
         : type == "array"   ? value.is_array()
         : type == "string"  ? value.is_string()
         : type == "integer" ? value.is_number_integer()
         : type == "number"  ? value.is_number()
         : type == "boolean" ? value.is_boolean()
                             : false;
}

/// Violations of a JSON Schema in `value`, with their locations; empty for a valid value. Supports type, const, enum,
/// minimum, minLength, required, properties, additionalProperties (a schema), items and oneOf; any other keyword in a
/// schema is itself an error.
inline std::vector<std::string> schema_errors(const nlohmann::json& schema, const nlohmann::json& value,
                                              const std::string& place = "") {
  std::vector<std::string> errors;
  const auto add = [&errors](std::vector<std::string> more) { errors.insert(errors.end(), more.begin(), more.end()); };
  for (const auto& [keyword, rule] : schema.items()) {
    if (keyword == "$schema" || keyword == "title" || keyword == "description") {
      continue;
    }
    if (keyword == "type") {
      if (!is_of_type(value, rule)) {
        return {place + " is not of type " + rule.get<std::string>() + ": " + value.dump()};
      }
    } else if (keyword == "const") {
      if (value != rule) {
        errors.push_back(place + " is not " + rule.dump());
      }
    } else if (keyword == "enum") {
      if (std::find(rule.begin(), rule.end(), value) == rule.end()) {
        errors.push_back(place + " is none of " + rule.dump() + ": " + value.dump());
      }
    } else if (keyword == "minimum") {
      if (value.is_number() && !(value.get<double>() >= rule.get<double>())) {
        errors.push_back(place + " is below " + rule.dump() + ": " + value.dump());
      }
    } else if (keyword == "minLength") {
      if (value.is_string() && value.get<std::string>().size() < rule.get<std::size_t>()) {
        errors.push_back(place + " is too short");
      }
    } else if (keyword == "required") {
      for (const auto& name : rule) {
        if (value.is_object() && !value.contains(name.get<std::string>())) {
          errors.push_back(place + " has no " + name.get<std::string>());
        }
      }
    } else if (keyword == "properties") {
      for (const auto& [name, part] : rule.items()) {
        if (value.is_object() && value.contains(name)) {
          add(schema_errors(part, value.at(name), fmt::format("{}/{}", place, name)));
        }
      }
    } else if (keyword == "additionalProperties") {
      for (const auto& [name, part] : value.items()) {
        if (!schema.contains("properties") || !schema.at("properties").contains(name)) {
          add(schema_errors(rule, part, fmt::format("{}/{}", place, name)));
        }
      }
    } else if (keyword == "items") {
      for (std::size_t i = 0; value.is_array() && i < value.size(); ++i) {
        add(schema_errors(rule, value[i], fmt::format("{}/{}", place, i)));
      }
    } else if (keyword == "oneOf") {
      std::size_t fitting = 0;
      std::string reasons;
      for (const auto& part : rule) {
        const std::vector<std::string> why = schema_errors(part, value, place);
        fitting += why.empty() ? 1 : 0;
        reasons += why.empty() ? "" : fmt::format(" / {}", why.front());
      }
      if (fitting != 1) {
        errors.push_back(fmt::format("{} matches {} of the kinds:{}: {}", place, fitting, reasons, value.dump()));
      }
    } else {
      errors.push_back("the schema has an unknown keyword " + keyword);
    }
  }
  return errors;
}

}  // namespace texelscope::tests
