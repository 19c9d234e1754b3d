#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <optional>
#include <ranges>
#include <string>
#include <string_view>
#include <utility>

#include "gpu/layout/text_cursor.h"
#include "texelscope/gpu/layout_operation.h"

namespace texelscope::gpu {
namespace {

/// Parses optional arguments: positional arguments in the order of `names`, then named arguments. Calls `take(position
/// in names)` at each value.
template <std::size_t Count, class Take>
void take_arguments(TextCursor& cursor, const std::array<std::string_view, Count>& names, Take&& take) {
  std::array<bool, Count> is_given{};
  bool is_named = false;
  std::size_t next = 0;
  while (cursor.peek() != ')') {
    const bool is_value = !is_named && (cursor.is_at_number() || cursor.is_at_truth());
    std::size_t argument = next++;
    if (!is_value) {
      is_named = true;
      argument = static_cast<std::size_t>(std::ranges::find(names, cursor.peek_word()) - names.begin());
    }
    if (argument >= Count || is_given[argument]) {
      cursor.refuse(is_value || argument < Count ? std::string("')'")
                                                 : fmt::format("{} or ')'", fmt::join(names, ", ")));
    }
    if (!is_value) {
      cursor.take_word();
      cursor.expect('=');
    }
    is_given[argument] = true;
    take(argument);
    if (!cursor.take_if(',') && cursor.peek() != ')') {
      cursor.refuse("',' or ')'");
    }
  }
}

Flattened take_flattened(TextCursor& cursor) {
  Flattened flattened;
  bool has_range = false;
  take_arguments<3>(cursor, {"start_axis", "end_axis", "mask"}, [&](std::size_t argument) {
    if (argument == 2 ? has_range : flattened.mask.has_value()) {
      cursor.refuse("either a range or a mask");
    }
    if (argument == 2) {
      flattened.mask = cursor.take_unsigned("a mask of axes");
      return;
    }
    has_range = true;
    (argument == 0 ? flattened.start_axis : flattened.end_axis) = cursor.take_number("an axis");
  });
  return flattened;
}

Repacked take_repacked(TextCursor& cursor) {
  Repacked repacked;
  repacked.itemsize = cursor.take_number("an itemsize");
  if (!cursor.take_if(',')) {
    return repacked;
  }
  take_arguments<3>(cursor, {"data_ptr", "axis", "keep_dim"}, [&](std::size_t argument) {
    if (argument == 0) {
      repacked.data_ptr = cursor.take_unsigned("an address");
    } else if (argument == 1) {
      repacked.axis = cursor.take_number("an axis");
    } else {
      repacked.keep_dim = cursor.take_truth();
    }
  });
  return repacked;
}

std::optional<std::int64_t> take_bound(TextCursor& cursor) {
  return cursor.is_at_number() ? std::optional{cursor.take_number("an index")} : std::nullopt;
}

AxisSlice take_slice(TextCursor& cursor) {
  const std::optional<std::int64_t> start = take_bound(cursor);
  if (!cursor.take_if(':')) {
    if (!start) {
      cursor.refuse("an index or a slice");
    }
    return *start;
  }
  const std::optional<std::int64_t> stop = take_bound(cursor);
  return {start, stop, cursor.take_if(':') ? take_bound(cursor) : std::nullopt};
}

Sliced take_sliced(TextCursor& cursor) {
  Sliced sliced;
  while (cursor.peek() != ')') {
    if (sliced.slices.size() == max_dimensions) {
      cursor.refuse(fmt::format("at most {} slices", max_dimensions));
    }
    sliced.slices.push_back(take_slice(cursor));
    if (!cursor.take_if(',') && cursor.peek() != ')') {
      cursor.refuse("',' or ')'");
    }
  }
  return sliced;
}

ToDense take_to_dense(TextCursor& cursor) {
  ToDense to_dense;
  if (cursor.peek_word() == "order") {
    cursor.take_word();
    cursor.expect('=');
  } else if (cursor.peek() == ')') {
    return to_dense;
  }
  to_dense.order = cursor.take_stride_order(')');
  return to_dense;
}

using Take = LayoutOperation (*)(TextCursor&);

constexpr std::array<std::pair<std::string_view, Take>, 9> operations{{
    {"permuted", [](TextCursor& cursor) -> LayoutOperation { return Permuted{cursor.take_dimensions(')')}; }},
    {"sliced", [](TextCursor& cursor) -> LayoutOperation { return take_sliced(cursor); }},
    {"reshaped", [](TextCursor& cursor) -> LayoutOperation { return Reshaped{cursor.take_dimensions(')')}; }},
    {"flattened", [](TextCursor& cursor) -> LayoutOperation { return take_flattened(cursor); }},
    {"squeezed", [](TextCursor&) -> LayoutOperation { return Squeezed{}; }},
    {"unsqueezed", [](TextCursor& cursor) -> LayoutOperation { return Unsqueezed{cursor.take_dimensions(')')}; }},
    {"broadcast_to", [](TextCursor& cursor) -> LayoutOperation { return BroadcastTo{cursor.take_dimensions(')')}; }},
    {"repacked", [](TextCursor& cursor) -> LayoutOperation { return take_repacked(cursor); }},
    {"to_dense", [](TextCursor& cursor) -> LayoutOperation { return take_to_dense(cursor); }},
}};

}  // namespace

LayoutOperation layout_operation_from_string(std::string_view text) {
  TextCursor cursor(text);
  const auto* const found =
      std::ranges::find(operations, cursor.peek_word(), &std::pair<std::string_view, Take>::first);
  if (found == operations.end()) {
    cursor.refuse(fmt::format("one of {}", fmt::join(operations | std::views::keys, ", ")));
  }
  cursor.take_word();
  cursor.expect('(');
  LayoutOperation operation = found->second(cursor);
  cursor.expect(')');
  cursor.expect_end();
  return operation;
}

}  // namespace texelscope::gpu
