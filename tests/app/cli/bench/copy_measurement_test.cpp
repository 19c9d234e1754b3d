#include "app/cli/bench/copy_measurement.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <vector>

#include "tests/support/device_fixture.h"

namespace texelscope::app {
namespace {

class CopyMeasurement : public tests::DeviceTest {};

TEST_P(CopyMeasurement, ComparesACaseAndReportsItsFigures) {
  const CopyCase turned{"transpose", CopyKind::transpose, "float32", 4, {320, 200}, "permuted(1,0)"};
  const nlohmann::json json = json_of(measure(turned, stream()));
  EXPECT_EQ(json["name"], "transpose");
  EXPECT_EQ(json["kind"], "transpose");
  EXPECT_EQ(json["dtype"], "float32");
  EXPECT_EQ(json["shape"], nlohmann::json::parse("[320, 200]"));
  EXPECT_EQ(json["permutation"], "permuted(1,0)");
  EXPECT_EQ(json["bytes"], 320 * 200 * 4);
  EXPECT_EQ(json["differences"], 0);
  EXPECT_EQ(json["limit"], 1.0);
  EXPECT_GT(json["gigabytes_per_second"], 0.0);
  EXPECT_GT(json["memcpy_gigabytes_per_second"], 0.0);
  EXPECT_DOUBLE_EQ(json["ratio"].get<double>(),
                   json["gigabytes_per_second"].get<double>() / json["memcpy_gigabytes_per_second"].get<double>());
  EXPECT_NE(json["plan"].get<std::string>().find("tiles"), std::string::npos);
  EXPECT_FALSE(json["memcpy_by"].get<std::string>().empty());
}

TEST_P(CopyMeasurement, CopiesEveryElementOfEachCaseCorrectly) {
  const std::vector<CopyCase> cases = copy_cases({.least = 0, .most = std::int64_t{1} << 20});
  EXPECT_GE(cases.size(), 10U);
  for (const CopyCase& each : cases) {
    EXPECT_EQ(measure(each, stream()).speed.differences, 0U) << each.name << " of " << each.type;
  }
}

TEST_P(CopyMeasurement, CopiesBetweenHostAndDeviceBothWays) {
  const gpu::Device cpu = gpu::Device::open({gpu::DeviceKind::cpu, 0});
  const gpu::Stream host = cpu.create_stream();
  for (const HostCopyCase& each : host_copy_cases(std::uint64_t{16} << 20)) {
    const nlohmann::json json = json_of(measure(each, stream(), host));
    EXPECT_EQ(json["differences"], 0) << name_of(each);
    EXPECT_EQ(json["bytes"], 1 << 20);
    EXPECT_GT(json["ratio"], 0.0);
    EXPECT_EQ(json["direction"], each.is_to_device ? "host to device" : "device to host");
    EXPECT_EQ(json["host_memory"], each.is_pinned ? "pinned" : "pageable");
    EXPECT_EQ(json["strided"], each.is_host_strided ? "host" : "device");
    EXPECT_EQ(json.contains("row_bytes"), each.row_bytes > 0);
    EXPECT_EQ(json["source_strides"].size(), 2U);
  }
}

TEXELSCOPE_INSTANTIATE_FOR_DEVICES(CopyMeasurement);

TEST(CopyFigure, ReportsWrongElements) {
  CopyFigure figure;
  figure.speed.differences = 3;
  figure.speed.gigabytes_per_second = figure.speed.memcpy_gigabytes_per_second = 1;
  EXPECT_NE(line_of(figure).find("WRONG: 3 elements"), std::string::npos);
  EXPECT_EQ(nlohmann::json(json_of(figure))["differences"], 3);
}

TEST(CopyInParallel, CopiesEveryByte) {
  for (const std::size_t bytes : {std::size_t{1}, std::size_t{4095}, std::size_t{8192}, std::size_t{100'001}}) {
    std::vector<std::byte> from(bytes);
    for (std::size_t at = 0; at < bytes; ++at) {
      from[at] = static_cast<std::byte>(at * 7 + 1);
    }
    std::vector<std::byte> to(bytes + 1, std::byte{0x5A});
    copy_in_parallel(to.data(), from.data(), bytes);
    EXPECT_EQ(to.back(), std::byte{0x5A});
    to.pop_back();
    EXPECT_EQ(to, from) << bytes;
  }
}

}  // namespace
}  // namespace texelscope::app
