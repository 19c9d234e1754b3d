#include "app/cli/layout_batch.h"

#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <limits>
#include <nlohmann/json.hpp>
#include <string_view>
#include <vector>

#include "app/cli/exit_code.h"
#include "app/files/file_error.h"
#include "app/files/json_text.h"
#include "app/text/escape.h"
#include "texelscope/gpu/error.h"
#include "texelscope/gpu/layout_operation.h"

namespace texelscope::app {
namespace {

using Input = nlohmann::ordered_json;

void append_list(fmt::memory_buffer& json, std::string_view name, const gpu::Dimensions& values) {
  json.append(name);
  json.push_back('[');
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (i != 0) {
      json.push_back(',');
    }
    json.append(fmt::format_int(values[i]));
  }
  json.push_back(']');
}

[[noreturn]] void refuse(const char* key, const char* expected) {
  throw UsageError(fmt::format("\"{}\" must be {}", key, expected));
}

std::int64_t number_of(const Input& json, const char* key, const char* expected) {
  constexpr auto largest = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
  if (!json.is_number_integer() || (json.is_number_unsigned() && json.get<std::uint64_t>() > largest)) {
    refuse(key, expected);
  }
  return json.get<std::int64_t>();
}

gpu::Dimensions list_of(const Input& json, const char* key) {
  constexpr const char* expected = "a list of 64-bit integers";
  if (!json.is_array()) {
    refuse(key, expected);
  }
  gpu::Dimensions values;
  for (const Input& value : json) {
    values.push_back(number_of(value, key, expected));
  }
  return values;
}

gpu::StrideOrder order_of(const Input& json) {
  if (json.is_string()) {
    return gpu::stride_order_from_string(json.get_ref<const std::string&>());
  }
  return json.is_null() ? gpu::StrideOrder::c() : gpu::StrideOrder{list_of(json, "order")};
}

const Input& member(const Input& json, const char* key) {
  static const Input absent;
  const auto found = json.find(key);
  return found == json.end() ? absent : *found;
}

gpu::StridedLayout base_layout(const Input& json) {
  const gpu::Dimensions shape = list_of(member(json, "shape"), "shape");
  const Input& itemsize_json = member(json, "itemsize");
  const std::int64_t itemsize = itemsize_json.is_null() ? 1 : number_of(itemsize_json, "itemsize", "a 64-bit integer");
  const gpu::StrideOrder order = order_of(member(json, "order"));
  const Input& strides = member(json, "strides");
  if (!strides.is_null()) {
    if (order != gpu::StrideOrder::c()) {
      throw UsageError("\"strides\" and \"order\" are mutually exclusive; set one of them to null");
    }
    return {shape, list_of(strides, "strides"), itemsize};
  }
  return order == gpu::StrideOrder::c() ? gpu::StridedLayout(shape, itemsize)
                                        : gpu::StridedLayout::dense(shape, itemsize, order);
}

gpu::StridedLayout result_of(const Input& json) {
  gpu::StridedLayout layout = base_layout(json);
  const Input& operations = member(json, "ops");
  if (!operations.is_null() && !operations.is_array()) {
    refuse("ops", "a list of strings");
  }
  for (const Input& operation : operations) {
    if (!operation.is_string()) {
      refuse("ops", "a list of strings");
    }
    layout = gpu::apply(layout, gpu::layout_operation_from_string(operation.get_ref<const std::string&>()));
  }
  return layout;
}

/// Rejects unknown members of a case, which would otherwise be ignored.
void require_members(const Input& json) {
  constexpr std::array<std::string_view, 6> known{"id", "shape", "strides", "itemsize", "order", "ops"};
  for (const auto& [name, value] : json.items()) {
    if (std::ranges::find(known, name) == known.end()) {
      throw UsageError(fmt::format("unknown key \"{}\" in a case; the keys are {}", name, fmt::join(known, ", ")));
    }
  }
}

/// Appends the answer to the line of this number, counted from 1.
void answer(const std::string& line, std::size_t number, fmt::memory_buffer& answers) {
  std::string id = "null";
  std::string error;
  const std::size_t start = answers.size();
  try {
    const Input json = parse_json(line, max_json_depth, number);
    if (!json.is_object()) {
      throw UsageError("a case must be an object, {…}");
    }
    id = with_escaped_controls(member(json, "id").dump(-1, ' ', false, Input::error_handler_t::replace));
    require_members(json);
    const gpu::StridedLayout layout = result_of(json);
    fmt::format_to(std::back_inserter(answers), R"({{"id":{},)", id);
    append_layout_json(answers, layout);
  } catch (const FileError& exception) {
    error = exception.what();
  } catch (const UsageError& exception) {
    error = fmt::format("line {}: {}", number, exception.what());
  } catch (const gpu::Error& exception) {
    error = fmt::format("line {}: {}", number, exception.what());
  }
  if (!error.empty()) {
    answers.resize(start);
    fmt::format_to(std::back_inserter(answers), R"({{"id":{},"error":{})", id,
                   Input(error).dump(-1, ' ', false, Input::error_handler_t::replace));
  }
  answers.append(std::string_view("}\n"));
}

void write(fmt::memory_buffer& answers) {
  std::cout.write(answers.data(), static_cast<std::streamsize>(answers.size()));
  answers.clear();
}

/// @throws UsageError for an overlong line, because input such as /dev/zero never ends.
void answer_all(std::istream& cases) {
  constexpr std::size_t max_buffered = std::size_t{1} << 16;
  constexpr std::size_t max_line = std::size_t{1} << 20;
  fmt::memory_buffer answers;
  std::vector<char> buffer(max_line + 1);
  std::size_t number = 0;
  while (std::cout) {
    cases.getline(buffer.data(), static_cast<std::streamsize>(buffer.size()));
    const auto read = static_cast<std::size_t>(cases.gcount());
    ++number;
    if (cases.fail()) {
      if (read < max_line) {
        break;
      }
      write(answers);
      throw UsageError(
          fmt::format("layout: line {} is longer than {} bytes; write one case per line", number, max_line));
    }
    // gcount() includes a line break, but not the end of the file.
    const std::string line(buffer.data(), cases.eof() ? read : read - 1);
    if (line.find_first_not_of(" \t\r") != std::string::npos) {
      answer(line, number, answers);
    }
    // A client that sends cases one by one waits for each answer.
    if (answers.size() >= max_buffered || cases.rdbuf()->in_avail() <= 0) {
      write(answers);
      std::cout.flush();
    }
  }
  write(answers);
}

}  // namespace

std::string answer_layout_case(const std::string& line) {
  fmt::memory_buffer answers;
  answer(line, 1, answers);
  return {answers.data(), answers.size() - 1};
}

void append_layout_json(fmt::memory_buffer& json, const gpu::StridedLayout& layout) {
  const auto out = std::back_inserter(json);
  fmt::format_to(out, R"("ndim":{},)", layout.ndim());
  append_list(json, R"("shape":)", layout.shape());
  append_list(json, R"(,"strides":)", layout.strides());
  append_list(json, R"(,"strides_in_bytes":)", layout.strides_in_bytes());
  append_list(json, R"(,"stride_order":)", layout.stride_order());
  const gpu::OffsetBounds bounds = layout.offset_bounds();
  fmt::format_to(out,
                 R"(,"volume":{},"itemsize":{},"slice_offset":{},"slice_offset_in_bytes":{},"offset_bounds":[{},{}],)"
                 R"("is_unique":{},"uniqueness":"{}","is_contiguous_c":{},"is_contiguous_f":{},"is_contiguous_any":{},)"
                 R"("is_dense":{},"flattened_axis_mask":{},"required_size_in_bytes":)",
                 layout.volume(), layout.itemsize(), layout.slice_offset(), layout.slice_offset_in_bytes(), bounds.min,
                 bounds.max, layout.is_unique(), to_string(layout.uniqueness()), layout.is_contiguous_c(),
                 layout.is_contiguous_f(), layout.is_contiguous_any(), layout.is_dense(), layout.flattened_axis_mask());
  if (bounds.min < 0) {
    json.append(std::string_view("null"));
  } else {
    fmt::format_to(out, "{}", layout.required_size_in_bytes());
  }
}

int run_layout_batch(const std::string& path) {
  if (path == "-") {
    answer_all(std::cin);
    // To std::cin, a read that fails is the end.
    if (std::cin.bad() || std::ferror(stdin) != 0) {
      throw FileError(
          "cannot read the standard input: it is closed, a folder, or its reading fails; redirect a file with one JSON "
          "case per line");
    }
    return exit_code::success;
  }
  std::error_code error;
  // Opening waits for the pipe's writer. A pipe of the shell, <(…), has no canonical path.
  if (std::filesystem::is_fifo(std::filesystem::canonical(path, error))) {
    throw FileError(fmt::format(
        "cannot read '{0}': it is a named pipe, which may have no writer; redirect it instead: --batch - < '{0}'",
        path));
  }
  std::ifstream cases(path);
  if (!cases || std::filesystem::is_directory(path, error)) {
    throw FileError(fmt::format("cannot read '{}'; specify a file with one JSON case per line, or -", path));
  }
  answer_all(cases);
  if (cases.bad()) {
    throw FileError(fmt::format("cannot read all of '{}': read error", path));
  }
  return exit_code::success;
}

}  // namespace texelscope::app
