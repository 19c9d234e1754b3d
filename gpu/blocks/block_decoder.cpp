#include "texelscope/gpu/block_decoder.h"

#include "gpu/blocks/block_decoders.h"

namespace texelscope::gpu {

DataType decoded_type(TexelEncoding encoding) noexcept {
  switch (encoding) {
    case TexelEncoding::bc4_unorm:
    case TexelEncoding::bc5_unorm:
      return DataType::uint16;
    case TexelEncoding::bc4_snorm:
    case TexelEncoding::bc5_snorm:
      return DataType::int16;
    default:
      return channel_type(encoding);
  }
}

DecodedBlock decode_block(TexelEncoding encoding, const std::byte* block) noexcept {
  switch (encoding) {
    case TexelEncoding::bc1_unorm:
    case TexelEncoding::bc1_unorm_srgb:
      return blocks::decode_bc1(block);
    case TexelEncoding::bc2_unorm:
    case TexelEncoding::bc2_unorm_srgb:
      return blocks::decode_bc2(block);
    case TexelEncoding::bc3_unorm:
    case TexelEncoding::bc3_unorm_srgb:
      return blocks::decode_bc3(block);
    case TexelEncoding::bc4_unorm:
    case TexelEncoding::bc4_snorm:
    case TexelEncoding::bc5_unorm:
    case TexelEncoding::bc5_snorm:
      return blocks::decode_bc4_bc5(block, channel_count(encoding), channel_type(encoding) == DataType::int8);
    case TexelEncoding::bc6h_uf16:
    case TexelEncoding::bc6h_sf16:
      return blocks::decode_bc6h(block, encoding == TexelEncoding::bc6h_sf16);
    case TexelEncoding::bc7_unorm:
    case TexelEncoding::bc7_unorm_srgb:
      return blocks::decode_bc7(block);
    case TexelEncoding::element:
    case TexelEncoding::normalized:
    case TexelEncoding::nv12:
      break;
  }
  return {};
}

}  // namespace texelscope::gpu
