#include "app/labs/texture/texture_code.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <random>
#include <tuple>

#include "tests/app/temporary_folder.h"

namespace texelscope::app {
namespace {

using gpu::ResourceKind;
using kernels::TextureOperation;
using kernels::TextureShape;

/// A lab with nontrivial code.
struct Case {
  const char* name;
  TextureShape shape = TextureShape::texture_2d;
  ResourceKind resource = ResourceKind::array;
  TextureOperation operation = TextureOperation::sample;
  gpu::DataType format = gpu::DataType::uint8;
  gpu::ReadMode read = gpu::ReadMode::normalized_float;
};

const std::vector<Case>& cases() {
  static const std::vector<Case> all{
      {"plain"},
      {"row", TextureShape::texture_1d, ResourceKind::array, TextureOperation::sample, gpu::DataType::float16},
      {"volume", TextureShape::texture_3d, ResourceKind::mipmapped_array, TextureOperation::sample_level},
      {"rows", TextureShape::layered_1d, ResourceKind::mipmapped_array, TextureOperation::sample_gradients},
      {"layers", TextureShape::layered_2d, ResourceKind::array, TextureOperation::sample_level, gpu::DataType::int16,
       gpu::ReadMode::element},
      {"cube", TextureShape::cube_map, ResourceKind::mipmapped_array, TextureOperation::sample_gradients},
      {"cubes", TextureShape::layered_cube_map, ResourceKind::array, TextureOperation::sample},
      {"gather", TextureShape::texture_2d, ResourceKind::array, TextureOperation::gather, gpu::DataType::uint32,
       gpu::ReadMode::element},
      {"linear", TextureShape::texture_1d, ResourceKind::linear, TextureOperation::sample, gpu::DataType::float32},
      {"pitched", TextureShape::texture_2d, ResourceKind::pitch_2d, TextureOperation::sample},
  };
  return all;
}

TextureWork work_of(const Case& one) {
  TextureInput input;
  input.texels.shape = one.shape;
  input.texels.format = one.format;
  input.resource = one.resource;
  input.fetch.operation = one.operation;
  input.fetch.level = 1.5F;
  input.fetch.dx = {0.25F, -1, 0};
  gpu::TextureDescriptor& texture = input.descriptors[0];
  texture.read_mode = one.read;
  texture.normalized_coords = one.resource != ResourceKind::linear;
  const bool is_filtered = one.read == gpu::ReadMode::normalized_float && one.resource != ResourceKind::linear;
  texture.filter_mode = is_filtered ? gpu::FilterMode::linear : gpu::FilterMode::point;
  texture.border_color = {0, 0.5F, 1, 2};
  texture.max_anisotropy = 4;
  texture.max_mipmap_level_clamp = 3;
  texture.disable_trilinear_optimization = true;
  texture.seamless_cubemap = true;
  TextureWork work;
  work_out(input, false, work);
  return work;
}

/// The output of a command, and whether it succeeded.
struct Said {
  int code;
  std::string text;
};

Said run(const tests::TemporaryFolder& folder, const std::string& command) {
  const std::filesystem::path said = folder / "said";
  const int code = std::system(fmt::format("{} > '{}' 2>&1", command, said.string()).c_str());
  std::ifstream file{said};
  return {code, std::string{std::istreambuf_iterator<char>{file}, {}}};
}

void expect_lines(const std::string& code, std::initializer_list<const char*> lines) {
  for (const char* line : lines) {
    EXPECT_NE(code.find(line), std::string::npos) << line << " is not in\n" << code;
  }
}

TEST(TextureCode, OfThisLibraryCompiles) {
  const tests::TemporaryFolder folder;
  // All code is in one file, so that the library's headers are read only once.
  std::ofstream source{folder / "all.cpp"};
  std::string includes;
  std::string bodies;
  for (const Case& one : cases()) {
    const TextureWork work = work_of(one);
    ASSERT_TRUE(work.can_sample(0)) << one.name << ": " << work.error(0);
    const std::string code = texture_code(TextureCode::cpp, work, 0);
    const std::size_t end = code.find("struct FetchAll");
    includes += code.substr(0, end);
    bodies += fmt::format("namespace {}_of {{\n{}}}\n", one.name, code.substr(end));
  }
  source << includes << bodies;
  source.close();
  const Said said =
      run(folder, fmt::format("{} -std=c++20 -fsyntax-only -Wall -Wextra -Werror -I'{}' '{}'", TEXELSCOPE_CXX_COMPILER,
                              TEXELSCOPE_PUBLIC_HEADERS, (folder / "all.cpp").string()));
  EXPECT_EQ(said.code, 0) << said.text;
}

TEST(TextureCode, OfCudaCompilesWithACompiler) {
  if (std::system("command -v nvcc > /dev/null 2>&1") != 0) {
    // The tests below compare the lines on every machine.
    return;
  }
  const tests::TemporaryFolder folder;
  std::ofstream source{folder / "all.cu"};
  for (const Case& one : cases()) {
    const std::string code = texture_code(TextureCode::cuda, work_of(one), 0);
    const std::size_t end = code.find("__global__");
    source << code.substr(0, end) << fmt::format("namespace {}_of {{\n{}}}\n", one.name, code.substr(end));
  }
  source.close();
  const Said said = run(folder, fmt::format("nvcc -std=c++20 -arch=sm_80 -Werror all-warnings -c '{}' -o '{}'",
                                            (folder / "all.cu").string(), (folder / "all.o").string()));
  EXPECT_EQ(said.code, 0) << said.text;
}

/// Blocks with fixed pseudorandom bytes, of which any form a valid block.
TextureWork work_of_blocks(gpu::TexelEncoding encoding, ResourceKind resource, unsigned levels) {
  const bool is_mipmapped = resource == ResourceKind::mipmapped_array;
  TextureWork work = work_of({"blocks", TextureShape::texture_2d, ResourceKind::array,
                              is_mipmapped ? TextureOperation::sample_level : TextureOperation::sample});
  work.input.resource = resource;
  work.setup->resource = resource;
  work.setup->array = gpu::encoded_array(gpu::Extent(60, 30), encoding);
  work.setup->levels.clear();
  std::minstd_rand numbers;
  for (unsigned level = 0; level < levels; ++level) {
    std::vector<std::byte>& bytes =
        work.setup->levels.emplace_back(gpu::level_descriptor(work.setup->array, level).size_bytes());
    std::ranges::generate(bytes, [&] { return static_cast<std::byte>(numbers() >> 8U); });
  }
  return work;
}

TEST(TextureCode, OfBlocksNamesTheirEncoding) {
  const TextureWork work = work_of_blocks(gpu::TexelEncoding::bc7_unorm_srgb, ResourceKind::array, 1);
  expect_lines(texture_code(TextureCode::cpp, work, 0),
               {"ArrayDescriptor array = encoded_array(Extent(60, 30), TexelEncoding::bc7_unorm_srgb);"});
  const std::string cuda = texture_code(TextureCode::cuda, work, 0);
  expect_lines(cuda, {"cudaCreateChannelDesc(8, 8, 8, 8, cudaChannelFormatKindUnsignedBlockCompressed7SRGB)",
                      "(60 + 3) / 4 * 16, (60 + 3) / 4, (30 + 3) / 4)", "copy.extent = make_cudaExtent(60, 30, 1);",
                      "descriptor.readMode = cudaReadModeNormalizedFloat;", "descriptor.sRGB = 1;"});
  EXPECT_EQ(cuda.find("seamless"), std::string::npos) << "the runtime API refuses it for this array";
  expect_lines(texture_code(TextureCode::cuda_core, work, 0),
               {"raise NotImplementedError('cuda.core has no arrays of bc7_unorm_srgb blocks')"});
}

TEST(TextureCode, OfBlocksRunsOnAGpuWithTheValuesOfTheCpuDevice) {
  if (!std::filesystem::exists("/dev/nvidia0")) {
    GTEST_SKIP() << "no GPU";
  }
  if (std::system("command -v nvcc > /dev/null 2>&1") != 0) {
    GTEST_SKIP() << "the build has no nvcc";
  }
  for (const auto& [encoding, resource, levels] :
       {std::tuple{gpu::TexelEncoding::bc7_unorm_srgb, ResourceKind::array, 1U},
        std::tuple{gpu::TexelEncoding::bc1_unorm, ResourceKind::mipmapped_array, 5U},
        std::tuple{gpu::TexelEncoding::bc4_snorm, ResourceKind::array, 1U}}) {
    const TextureWork work = work_of_blocks(encoding, resource, levels);
    const tests::TemporaryFolder folder;
    std::ofstream source{folder / "run.cu"};
    const auto type = gpu::channel_count(encoding) == 1 ? "float" : "float4";
    source << texture_code(TextureCode::cuda, work, 0) << "\n#include <cstdio>\n#include <vector>\nint main() {\n"
           << "  const void* levels[8];\n  std::vector<std::vector<unsigned char>> bytes(" << levels << ");\n";
    for (unsigned level = 0; level < levels; ++level) {
      source << "  bytes[" << level << "] = {";
      for (const std::byte byte : work.setup->levels[level]) {
        source << std::to_integer<int>(byte) << ",";
      }
      source << "};\n  levels[" << level << "] = bytes[" << level << "].data();\n";
    }
    source << "  float* at;\n  " << type << "* results;\n  cudaMallocManaged(&at, 2 * 64 * sizeof(float));\n"
           << "  cudaMallocManaged(&results, 64 * sizeof(" << type << "));\n"
           << "  for (int i = 0; i < 64; ++i) {\n    at[2 * i] = i / 64.0F;\n    at[2 * i + 1] = i * 5 % 64 / 64.0F;\n "
              " }\n"
           << "  fetch_all<<<1, 64>>>(make_texture(levels, 0), at, results, 64);\n  cudaDeviceSynchronize();\n"
           << "  for (int i = 0; i < 64; ++i) std::printf(\"%08x\\n\", *(const unsigned*)(results + i));\n}\n";
    source.close();
    const Said said = run(folder, fmt::format("nvcc -std=c++20 -arch=native -o '{0}run' '{0}run.cu' && '{0}run'",
                                              (folder / "").string()));
    ASSERT_EQ(said.code, 0) << said.text;
    TextureSampler sampler{gpu::Device::open({gpu::DeviceKind::cpu, 0})};
    sampler.bind(work, {true, false});
    std::string expected;
    for (int i = 0; i < 64; ++i) {
      kernels::TextureFetch fetch = fetch_of(work.input);
      fetch.x = static_cast<float>(i) / 64;
      fetch.y = static_cast<float>(i * 5 % 64) / 64;
      expected += fmt::format("{:08x}\n", sampler.sample(0, fetch)[0]);
    }
    EXPECT_EQ(said.text, expected) << to_string(encoding);
  }
}

TEST(TextureCode, OfCudaCoreIsPython) {
  if (std::system("command -v python3 > /dev/null 2>&1") != 0) {
    return;
  }
  const tests::TemporaryFolder folder;
  for (const Case& one : cases()) {
    std::ofstream{folder / "code.py"} << texture_code(TextureCode::cuda_core, work_of(one), 0);
    const Said said = run(folder, fmt::format("python3 -c 'import ast, sys; ast.parse(open(sys.argv[1]).read())' '{}'",
                                              (folder / "code.py").string()));
    EXPECT_EQ(said.code, 0) << one.name << ": " << said.text;
  }
}

TEST(TextureCode, DescribesTheSameSetupInEveryLanguage) {
  const TextureWork work = work_of(cases()[2]);
  expect_lines(texture_code(TextureCode::cuda, work, 0),
               {"results[i] = tex3DLod<float4>(texture, at[3 * i], at[3 * i + 1], at[3 * i + 2], 1.5F);",
                "cudaCreateChannelDesc(8, 8, 8, 8, cudaChannelFormatKindUnsigned)",
                "cudaMallocMipmappedArray(&array, &format, make_cudaExtent(8, 8, 8), 4, cudaArrayDefault)",
                "descriptor.filterMode = cudaFilterModeLinear;", "descriptor.maxAnisotropy = 4;",
                "descriptor.borderColor[1] = 0.5F;", "descriptor.maxMipmapLevelClamp = 3.0F;",
                "descriptor.readMode = cudaReadModeNormalizedFloat;"});
  expect_lines(
      texture_code(TextureCode::cuda_core, work, 0),
      {"device.create_mipmapped_array(MipmappedArrayOptions(",
       "shape=(8, 8, 8), format=ArrayFormatType.UINT8, num_channels=4, num_levels=4))",
       "array.get_level(level).copy_from(levels[level], stream=stream)", "filter_mode=FilterModeType.LINEAR,",
       "read_mode=ReadModeType.NORMALIZED_FLOAT,", "max_mipmap_level_clamp=3.0,", "tex3DLod<float4>(texture, at[3 * i]",
       "device.create_texture_object(resource=resource, options=options)"});
  expect_lines(texture_code(TextureCode::cpp, work, 0),
               {"array.shape = Extent(8, 8, 8);", "fetch.operation = kernels::TextureOperation::sample_level;",
                "MipmappedArray::from_descriptor(device, array, 4)", "texture.filter_mode = FilterMode::linear;",
                "texture.max_mipmap_level_clamp = 3.0F;"});
}

TEST(TextureCode, OfThisLibraryHasDerivativesForEachCoordinateAndNoOthers) {
  const Case plane{"plane", TextureShape::texture_2d, ResourceKind::mipmapped_array,
                   TextureOperation::sample_gradients};
  const std::string code = texture_code(TextureCode::cpp, work_of(plane), 0);
  expect_lines(code, {"fetch.dx[0] = 0.25F;", "fetch.dx[1] = -1.0F;", "fetch.dy[0] = ", "fetch.dy[1] = "});
  EXPECT_EQ(code.find("[2] = "), std::string::npos) << code;
}

TEST(TextureCode, NamesTheInstructionOfEveryShape) {
  const auto fetch = [](std::size_t position) {
    return texture_code(TextureCode::cuda, work_of(cases()[position]), 0);
  };
  expect_lines(fetch(1), {"tex1D<float4>(texture, at[i])"});
  expect_lines(fetch(3), {"tex1DLayeredGrad<float4>(texture, at[i], 0, 0.25F, 0.0F)", "cudaArrayLayered"});
  expect_lines(fetch(4), {"tex2DLayeredLod<short4>(texture, at[2 * i], at[2 * i + 1], 0, 1.5F)"});
  expect_lines(fetch(5), {"texCubemapGrad<float4>(texture", "make_float4(0.25F, -1.0F, 0.0F, 0.0F)", "cudaArrayCubemap",
                          "descriptor.seamlessCubemap = 1;"});
  expect_lines(fetch(6),
               {"texCubemapLayered<float4>(", "make_cudaExtent(8, 8, 18), cudaArrayLayered | cudaArrayCubemap"});
  expect_lines(fetch(7), {"tex2Dgather<uint4>(texture, at[2 * i], at[2 * i + 1], 0)", "cudaArrayTextureGather"});
  expect_lines(fetch(8), {"tex1Dfetch<float4>(texture, at[i])", "resource.res.linear.sizeInBytes = size;"});
  expect_lines(fetch(9), {"resource.res.pitch2D.pitchInBytes = pitch;"});
}

TEST(TextureCode, ReportsArraysMissingInCudaCoreAndIsEmptyWithoutTexels) {
  expect_lines(texture_code(TextureCode::cuda_core, work_of(cases()[5]), 0),
               {"no layers, cube maps or texture gather"});
  EXPECT_EQ(texture_code(TextureCode::cuda, {}, 0), "");
}

}  // namespace
}  // namespace texelscope::app
