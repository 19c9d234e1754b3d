#include "gpu/layout/npy_header.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "gpu/layout/text_cursor.h"
#include "texelscope/gpu/error.h"

namespace texelscope::gpu {
namespace {

/// The values of the three keys, in any order.
struct Dictionary {
  std::optional<NumpyType> type;
  std::optional<bool> is_fortran_order;
  std::optional<Dimensions> shape;
};

NumpyType take_type(TextCursor& cursor) {
  if (cursor.peek() == '[') {
    throw InvalidArgument(
        "'descr' is a list: structured elements are not supported; save each field as a separate array");
  }
  if (cursor.peek() == '(') {
    throw InvalidArgument("'descr' is a tuple: array elements are not supported; save with more axes instead");
  }
  return numpy_type_from_string(cursor.take_quoted("a quoted NumPy type"));
}

bool take_truth(TextCursor& cursor) {
  const std::string_view word = cursor.peek_word();
  if (word != "True" && word != "False") {
    cursor.refuse("True or False");
  }
  return cursor.take_word() == "True";
}

/// Not TextCursor::take_dimensions(): in Python, (3) is a number, not a tuple, and Python 2 wrote 3L.
Dimensions take_shape(TextCursor& cursor) {
  Dimensions shape;
  cursor.expect('(');
  while (!cursor.take_if(')')) {
    shape.push_back(cursor.take_number("an integer extent"));
    cursor.take_if('L');
    if (!cursor.take_if(',') && (shape.size() == 1 || cursor.peek() != ')')) {
      cursor.refuse(shape.size() == 1 ? "',' after the only extent of a shape" : "',' or ')'");
    }
  }
  return shape;
}

template <class Value>
void set(std::optional<Value>& member, std::string_view key, Value value) {
  if (member) {
    throw InvalidArgument(fmt::format("its header has a duplicate key '{}': write it once", key));
  }
  member = value;
}

void take_entry(TextCursor& cursor, Dictionary& dictionary) {
  const std::string_view key = cursor.take_quoted("a quoted key or '}'");
  cursor.expect(':');
  if (key == "descr") {
    set(dictionary.type, key, take_type(cursor));
  } else if (key == "fortran_order") {
    set(dictionary.is_fortran_order, key, take_truth(cursor));
  } else if (key == "shape") {
    set(dictionary.shape, key, take_shape(cursor));
  } else {
    throw InvalidArgument(
        fmt::format("its header has an unknown key {:?}: the keys of an .npy header are descr, "
                    "fortran_order and shape",
                    key.substr(0, 40)));
  }
}

template <class Value>
const Value& require(const std::optional<Value>& member, std::string_view key) {
  if (!member) {
    throw InvalidArgument(fmt::format("its header lacks the key '{}': the file is damaged or not an .npy file", key));
  }
  return *member;
}

}  // namespace

NpyHeader npy_header_from_dictionary(std::string_view text) {
  std::string line(text);
  // Python accepts any of these characters between tokens; messages have one line.
  std::ranges::replace_if(
      line, [](char c) { return c == '\n' || c == '\r' || c == '\f'; }, ' ');
  line.erase(line.find_last_not_of(' ') + 1);
  TextCursor cursor(line);
  Dictionary dictionary;
  cursor.expect('{');
  while (!cursor.take_if('}')) {
    take_entry(cursor, dictionary);
    if (!cursor.take_if(',') && cursor.peek() != '}') {
      cursor.refuse("',' or '}'");
    }
  }
  cursor.expect_end();
  const NumpyType type = require(dictionary.type, "descr");
  const bool is_fortran_order = require(dictionary.is_fortran_order, "fortran_order");
  return {type.type,
          StridedLayout::dense(require(dictionary.shape, "shape"), type.type.itemsize(),
                               is_fortran_order ? StrideOrder::f() : StrideOrder::c()),
          type.byte_order};
}

std::string npy_header_text(const ElementType& type, const Dimensions& shape, bool is_fortran_order) {
  std::string dictionary = fmt::format("{{'descr': '{}', 'fortran_order': {}, 'shape': {}, }}", to_numpy_string(type),
                                       is_fortran_order ? "True" : "False", to_string(shape));
  if (!shape.empty()) {
    // NumPy reserves space for the outermost extent to grow in place to this many digits.
    constexpr std::size_t max_digits = 21;
    const std::int64_t outermost = shape[is_fortran_order ? shape.size() - 1 : 0];
    dictionary.append(max_digits - fmt::formatted_size("{}", outermost), ' ');
  }
  const std::size_t prefix_size = npy_magic.size() + 4;
  dictionary.append(npy_alignment - (prefix_size + dictionary.size() + 1) % npy_alignment, ' ');
  dictionary += '\n';
  std::string text(npy_magic);
  text += {'\1', '\0', static_cast<char>(dictionary.size() & 0xFF), static_cast<char>(dictionary.size() >> 8)};
  return text + dictionary;
}

}  // namespace texelscope::gpu
