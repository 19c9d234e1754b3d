#include "texelscope/gpu/stride_order.h"

#include "gpu/layout/text_cursor.h"

namespace texelscope::gpu {

std::string to_string(const StrideOrder& order) {
  switch (order.kind()) {
    case StrideOrder::Kind::c:
      return "C";
    case StrideOrder::Kind::f:
      return "F";
    case StrideOrder::Kind::keep:
      return "K";
    case StrideOrder::Kind::permutation:
      break;
  }
  return to_string(order.permutation());
}

StrideOrder stride_order_from_string(std::string_view text) {
  TextCursor cursor(text);
  StrideOrder order = cursor.take_stride_order('\0');
  cursor.expect_end();
  return order;
}

}  // namespace texelscope::gpu
