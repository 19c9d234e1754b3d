#include "app/labs/tensor/picture_tensor.h"

#include <cstddef>
#include <span>
#include <vector>

#include "app/images/image_reader.h"
#include "app/images/pixel_layout.h"
#include "app/text/escape.h"
#include "app/text/shown_path.h"
#include "texelscope/gpu/data_type.h"
#include "texelscope/gpu/element_type.h"
#include "texelscope/gpu/strided_layout.h"
#include "texelscope/gpu/strided_memory_view.h"

namespace texelscope::app {
namespace {

constexpr std::size_t max_name_bytes = 256;

}  // namespace

PictureTensor picture_tensor(std::string_view name, const std::shared_ptr<const Image>& picture) {
  const int first = picture->depth > 1 ? 1 : 0;
  const bool has_channels = picture->channels > 1;
  const gpu::ElementType type = picture->type;
  const gpu::StridedLayout layout = pixel_layout(*picture);
  PictureTensor result{
      {shown_line(name, max_name_bytes),
       gpu::StridedMemoryView::from_host(std::span<const std::byte>{picture->pixels}, layout, type, picture)},
      {.row_axis = first,
       .column_axis = first + 1,
       .channel_axis = has_channels ? first + 2 : -1,
       .map = ColorMap::gray,
       .rule = picture->type == gpu::DataType::float32 ? RangeRule::slice : RangeRule::type,
       .rank = static_cast<int>(layout.ndim())}};
  result.view.index.resize(layout.shape().size());
  return result;
}

PictureTensor read_picture_tensor(const std::filesystem::path& file, std::string_view part) {
  const ImageReader reader(file);
  const std::string name{reader.find(part) ? part : std::string_view{}};
  return picture_tensor(name.empty() ? shown_file_name(file) : name,
                        std::make_shared<const Image>(reader.read({.part = name})));
}

}  // namespace texelscope::app
