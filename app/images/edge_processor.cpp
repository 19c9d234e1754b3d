#include "app/images/edge_processor.h"

#ifdef __SSE__
#include <xmmintrin.h>
#endif

namespace texelscope::app {

std::string_view edge_processor() noexcept {
#ifdef __SSE__
  // Both vendors' result for 1 is slightly less than 1.
  const float root = _mm_cvtss_f32(_mm_rsqrt_ss(_mm_set_ss(1.0F)));
  if (root == 0x1.ffep-1F) {
    return "Intel";
  }
  if (root == 0x1.fffp-1F) {
    return "AMD";
  }
#endif
  return "other";
}

}  // namespace texelscope::app
