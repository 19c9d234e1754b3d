#include "texelscope/gpu/surface_object.h"

#include "tests/support/device_fixture.h"
#include "texelscope/gpu/error.h"

namespace texelscope::gpu {
namespace {

class SurfaceOnEach : public tests::DeviceTest {
 protected:
  CUDAArray make_array() { return CUDAArray::from_descriptor(device(), {Extent(8, 4), DataType::uint8, 4, true}); }
};

TEST_P(SurfaceOnEach, IsReusedForTheSameArrayOnly) {
  const CUDAArray array = make_array();
  SurfaceObject first = SurfaceObject::from_array(array);
  const SurfaceHandle handle = first.handle();
  const std::size_t live = live_object_count();
  SurfaceObject again = first.remapped(array);
  EXPECT_EQ(again.handle(), handle);
  EXPECT_EQ(live_object_count(), live);
  first.close();
  EXPECT_EQ(live_object_count(), live) << "the other reference still uses the surface";
  EXPECT_NE(again.remapped(make_array()).handle(), handle);
  again.close();
  EXPECT_EQ(live_object_count(), live - 1);
  EXPECT_THROW((void)again.remapped(array), InvalidState);
}

TEXELSCOPE_INSTANTIATE_FOR_DEVICES(SurfaceOnEach);

}  // namespace
}  // namespace texelscope::gpu
