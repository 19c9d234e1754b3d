#include <fmt/format.h>

#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "app/lessons/lesson_facts.h"
#include "app/lessons/lesson_script.h"
#include "app/lessons/row_launches.h"
#include "app/text/parameter.h"
#include "texelscope/gpu/cuda_array.h"

namespace texelscope::app {
namespace {

constexpr int row_texels = 16;

/// Named rows of texels, written and read by launches on one stream.
class RowScript {
 public:
  explicit RowScript(const gpu::Device& device)
      : device_{device},
        stream_{device.create_stream()},
        results_{device.allocate(row_texels * sizeof(float), stream_)} {}

  std::string perform(const ScriptLine& line) {
    const std::string& operation = word_of(line, 0);
    if (operation == "fill") {
      fill(row_named(word_of(line, 1)), std::vector<float>(row_texels, value_of(line, 2)));
    } else if (operation == "set") {
      set_texel(line);
    } else if (operation == "write") {
      write_row(row_of(line, 1).surface, row_texels, value_of(line, 2), stream_);
    } else if (operation == "fetch") {
      fetch_row(row_of(line, 1).texture, row_texels, results_, stream_);
      return result_of(line, 2);
    } else if (operation == "write_and_fetch") {
      const Row& row = row_of(line, 1);
      write_and_fetch_row(row.surface, row.texture, row_texels, value_of(line, 2), results_, stream_);
      return result_of(line, 3);
    } else if (operation == "smooth") {
      smooth(line);
    } else {
      refuse_operation(line, {"fill", "set", "write", "fetch", "write_and_fetch", "smooth"});
    }
    return "";
  }

 private:
  struct Row {
    gpu::CUDAArray array;
    gpu::SurfaceObject surface;
    gpu::TextureObject texture;
  };

  static float value_of(const ScriptLine& line, std::size_t position) {
    return static_cast<float>(number_of(line, position));
  }

  static std::size_t texel_of(const ScriptLine& line, std::size_t position) {
    const auto texel = number_of(line, position);
    if (texel >= row_texels) {
      throw ParameterError(fmt::format("texel {1} is out of range; a row has texels 0 to {0}", row_texels - 1, texel));
    }
    return texel;
  }

  Row& row_named(const std::string& name) {
    const auto found = rows_.find(name);
    if (found != rows_.end()) {
      return found->second;
    }
    const auto array = gpu::CUDAArray::from_descriptor(device_, {.shape = gpu::Extent(row_texels),
                                                                 .format = gpu::DataType::float32,
                                                                 .num_channels = 1,
                                                                 .is_surface_load_store = true});
    return rows_
        .emplace(name, Row{array, gpu::SurfaceObject::from_array(array), gpu::TextureObject::from_array(array, {})})
        .first->second;
  }

  Row& row_of(const ScriptLine& line, std::size_t position) {
    const auto found = rows_.find(word_of(line, position));
    if (found == rows_.end()) {
      throw ParameterError(fmt::format("there is no row '{}'; fill it first", line[position]));
    }
    return found->second;
  }

  void fill(const Row& row, const std::vector<float>& texels) const {
    row.array.copy_from(texels, stream_);
    stream_.synchronize();
  }

  void set_texel(const ScriptLine& line) {
    const Row& row = row_of(line, 1);
    std::vector<float> texels(row_texels);
    row.array.copy_to(texels, stream_);
    stream_.synchronize();
    texels[texel_of(line, 2)] = value_of(line, 3);
    fill(row, texels);
  }

  void smooth(const ScriptLine& line) {
    if (word_of(line, 1) == word_of(line, 2)) {
      throw ParameterError("threads would write texels that others read in the same launch; write to a different row");
    }
    smooth_row(row_of(line, 1).texture, row_of(line, 2).surface, row_texels, stream_);
  }

  [[nodiscard]] std::string result_of(const ScriptLine& line, std::size_t position) const {
    const std::size_t texel = texel_of(line, position);
    std::vector<float> results(row_texels);
    results_.copy_to(results, stream_);
    stream_.synchronize();
    return fmt::format("{:.9g}", results[texel]);
  }

  gpu::Device device_;
  gpu::Stream stream_;
  gpu::Buffer results_;
  std::map<std::string, Row, std::less<>> rows_;
};

}  // namespace

LessonFacts row_facts(const nlohmann::json& json, const gpu::Device& device, ComputationDeadline deadline) {
  RowScript script{device};
  return script_facts(script_lines(json), deadline, [&](const ScriptLine& line) { return script.perform(line); });
}

}  // namespace texelscope::app
