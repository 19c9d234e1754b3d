#include "app/texture/texture_names.h"

#include <gtest/gtest.h>

#include "texelscope/gpu/data_type.h"
#include "texelscope/gpu/resource_descriptor.h"
#include "texelscope/gpu/texture_descriptor.h"

namespace texelscope::app {
namespace {

TEST(TextureNames, AreThoseOfTheLibraryInItsOrder) {
  ASSERT_EQ(format_names().size(), 8U);
  for (std::size_t i = 0; i < format_names().size(); ++i) {
    EXPECT_EQ(gpu::data_type_from_string(format_names()[i]), static_cast<gpu::DataType>(i));
  }
  ASSERT_EQ(address_mode_names().size(), 4U);
  for (std::size_t i = 0; i < address_mode_names().size(); ++i) {
    EXPECT_EQ(gpu::address_mode_from_string(address_mode_names()[i]), static_cast<gpu::AddressMode>(i));
  }
  ASSERT_EQ(filter_mode_names().size(), 2U);
  for (std::size_t i = 0; i < filter_mode_names().size(); ++i) {
    EXPECT_EQ(gpu::filter_mode_from_string(filter_mode_names()[i]), static_cast<gpu::FilterMode>(i));
  }
  ASSERT_EQ(read_mode_names().size(), 2U);
  EXPECT_EQ(read_mode_names()[1], to_string(gpu::ReadMode::normalized_float));
  ASSERT_EQ(resource_kind_texts().size(), resource_kind_names().size());
  EXPECT_EQ(resource_kind_texts()[3], to_string(gpu::ResourceKind::pitch_2d));
}

}  // namespace
}  // namespace texelscope::app
