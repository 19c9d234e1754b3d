#include "app/images/textures/astc_blocks.h"

#include <fmt/format.h>

#include "texelscope/gpu/error.h"

#ifdef TEXELSCOPE_WITH_ASTC
#include <astcenc.h>

#include <memory>
#include <string>
#endif

namespace texelscope::app {

#ifdef TEXELSCOPE_WITH_ASTC
void decode_astc(const TexelFormat& format, const std::vector<std::byte>& stored, Image& image) {
  const auto require = [&](astcenc_error error) {
    if (error != ASTCENC_SUCCESS) {
      throw gpu::InvalidArgument(fmt::format("{}: {}", format.name, astcenc_get_error_string(error)));
    }
  };
  const bool is_srgb = format.name.find("SRGB") != std::string::npos;
  astcenc_config config{};
  require(astcenc_config_init(is_srgb ? ASTCENC_PRF_LDR_SRGB : ASTCENC_PRF_LDR, format.block_width, format.block_height,
                              1, ASTCENC_PRE_FASTEST, ASTCENC_FLG_DECOMPRESS_ONLY, &config));
  astcenc_context* created = nullptr;
  require(astcenc_context_alloc(&config, 1, &created));
  const std::unique_ptr<astcenc_context, void (*)(astcenc_context*)> context(created, &astcenc_context_free);
  void* slice = image.pixels.data();
  astcenc_image decoded{static_cast<unsigned>(image.width), static_cast<unsigned>(image.height), 1, ASTCENC_TYPE_U8,
                        &slice};
  constexpr astcenc_swizzle as_stored{ASTCENC_SWZ_R, ASTCENC_SWZ_G, ASTCENC_SWZ_B, ASTCENC_SWZ_A};
  require(astcenc_decompress_image(context.get(), reinterpret_cast<const std::uint8_t*>(stored.data()), stored.size(),
                                   &decoded, &as_stored, 0));
}
#else
void decode_astc(const TexelFormat& format, const std::vector<std::byte>& /*stored*/, Image& /*image*/) {
  throw gpu::InvalidArgument(fmt::format("{}: this program was built without libastcenc", format.name));
}
#endif

}  // namespace texelscope::app
