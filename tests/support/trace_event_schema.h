#pragma once

#include <nlohmann/json.hpp>

namespace texelscope::tests {

/// The Trace Event Format ("JSON Object Format" of its specification) as far as this program writes it: complete events
/// with ts and dur in microseconds, and metadata events that name processes and threads. Perfetto requires whole
/// numbers for pid and tid.
inline const nlohmann::json& trace_event_schema() {
  static const nlohmann::json schema = nlohmann::json::parse(R"({
    "$schema": "http://json-schema.org/draft-07/schema#",
    "title": "Trace Event Format, JSON object",
    "type": "object",
    "required": ["traceEvents"],
    "properties": {
      "displayTimeUnit": {"enum": ["ms", "ns"]},
      "otherData": {"type": "object"},
      "traceEvents": {
        "type": "array",
        "items": {
          "type": "object",
          "required": ["ph", "pid", "tid", "name"],
          "properties": {"pid": {"type": "integer", "minimum": 1}, "tid": {"type": "integer", "minimum": 0}},
          "oneOf": [
            {
              "required": ["ts", "dur", "cat"],
              "properties": {
                "ph": {"const": "X"},
                "name": {"type": "string", "minLength": 1},
                "cat": {"type": "string", "minLength": 1},
                "ts": {"type": "number", "minimum": 0},
                "dur": {"type": "number", "minimum": 0},
                "args": {"type": "object"}
              }
            },
            {
              "required": ["ts", "cat", "id"],
              "properties": {
                "ph": {"enum": ["s", "f"]},
                "name": {"type": "string", "minLength": 1},
                "cat": {"type": "string", "minLength": 1},
                "id": {"type": "integer", "minimum": 1},
                "ts": {"type": "number", "minimum": 0},
                "bp": {"const": "e"}
              }
            },
            {
              "required": ["args"],
              "properties": {
                "ph": {"const": "M"},
                "name": {"enum": ["process_name", "thread_name"]},
                "args": {"type": "object", "required": ["name"],
                         "properties": {"name": {"type": "string", "minLength": 1}}}
              }
            }
          ]
        }
      }
    }
  })");
  return schema;
}

}  // namespace texelscope::tests
