#include "texelscope/gpu/error.h"

#include <gtest/gtest.h>

#include <string>

#include "texelscope/gpu/status.h"

namespace texelscope::gpu {
namespace {

TEST(Status, HasTheDriversNameAndOneSentenceOfAdvice) {
  EXPECT_EQ(status_name(Status::success), "CUDA_SUCCESS");
  EXPECT_EQ(status_advice(Status::success), "");
  EXPECT_EQ(status_name(Status::out_of_memory), "CUDA_ERROR_OUT_OF_MEMORY");
  int listed = 0;
  for (int number = 1; number < 1000; ++number) {
    const auto status = static_cast<Status>(number);
    if (status_name(status) != "CUDA_ERROR_<unlisted>") {
      ++listed;
      EXPECT_FALSE(status_advice(status).empty()) << status_name(status);
      EXPECT_EQ(status_advice(status).find('\n'), std::string_view::npos);
    } else {
      EXPECT_TRUE(status_advice(status).empty()) << number;
    }
  }
  EXPECT_EQ(listed, 47);
}

TEST(DriverError, ReportsDeviceCallStatusNumberAndRemedy) {
  const DriverError error(Status::out_of_memory, "cuArray3DCreate(descriptor=640x480 uint8x4)", "cuda:0");
  EXPECT_STREQ(
      error.what(),
      "cuda:0: cuArray3DCreate(descriptor=640x480 uint8x4) failed with CUDA_ERROR_OUT_OF_MEMORY (2): the device "
      "does not have enough free memory; free memory that is not needed, or use a smaller extent");
  EXPECT_EQ(error.status(), Status::out_of_memory);
  EXPECT_EQ(error.call(), "cuArray3DCreate(descriptor=640x480 uint8x4)");
  EXPECT_EQ(error.device(), "cuda:0");
}

TEST(DriverError, NamesTheReferenceForAnUnlistedNumber) {
  const std::string text = DriverError(static_cast<Status>(717), "cuCtxSynchronize()", "cuda:1").what();
  EXPECT_NE(text.find("CUDA_ERROR_<unlisted> (717)"), std::string::npos) << text;
  EXPECT_NE(text.find("CUresult"), std::string::npos) << text;
}

}  // namespace
}  // namespace texelscope::gpu
