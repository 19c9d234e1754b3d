// A program that gdb stops in. Arrays have the values 0, 1, 2, … in C order, whatever their layout.
#include <array>
#include <complex>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

#if __has_include(<Eigen/Core>)
#include <Eigen/Core>
#define HAS_EIGEN 1
#endif

// The members of cv::Mat, for systems without OpenCV.
namespace cv {
struct MatStep {
  std::size_t* p;
  std::size_t buf[2];
};
struct MatSize {
  int* p;
};
class Mat {
 public:
  int flags, dims, rows, cols;
  unsigned char* data;
  const unsigned char *datastart, *dataend, *datalimit;
  void *allocator, *u;
  MatSize size;
  MatStep step;
};
template <class T>
class Mat_ : public Mat {};
}  // namespace cv

// The members of a reference implementation of std::mdspan: compressed pairs, extents without their static values.
namespace reference {
template <class Index, std::size_t... Extents>
struct extents {
  std::array<Index, ((Extents == std::size_t(-1) ? 1 : 0) + ...)> dynamic;
};
struct layout_right {
  template <class Of>
  struct mapping {
    [[no_unique_address]] Of extents;
  };
};
struct layout_left : layout_right {};
struct layout_stride {
  template <class Of>
  struct mapping {
    Of extents;
    std::array<std::size_t, 2> strides;
  };
};
template <class T>
struct default_accessor {};
template <class T, class Of, class Layout, class Accessor = default_accessor<T>>
struct mdspan {
  T* handle;
  [[no_unique_address]] typename Layout::template mapping<Of> map;
  [[no_unique_address]] Accessor accessor;
};
}  // namespace reference

// A NumPy array and its objects, at the positions that NumPy keeps.
struct PyTypeObject {
  long count;
  void* type;
  long size;
  const char* name;
};
struct PyObject {
  long count;
  PyTypeObject* type;
};
struct PyArray_Descr {
  PyObject base;
  PyTypeObject* scalar;
  char kind, letter, order, flags;
  int number;
};
struct PyArrayObject {
  PyObject base;
  char* data;
  int nd;
  std::int64_t *dimensions, *strides;
  void* owner;
  PyArray_Descr* descr;
};

struct Color {
  unsigned char r, g, b, a;
};
union Point {
  struct {
    float x, y, z;
  };
  float all[3];
};
struct Grid : std::vector<double> {};
struct Mixed {
  int number;
  float value;
};
enum class Level : std::uint16_t { low, high };

template <class Values>
void fill(Values& values) {
  using T = std::remove_cvref_t<decltype(values[0])>;
  int next = 0;
  for (T& value : values) {
    value = static_cast<T>(next++);
  }
}

float field[3][4];
int frame = 0;

void inner(int depth) {
  ++frame;  // stop in inner
  (void)depth;
}

int main() {
  int next = 0;
  for (auto& row : field) {
    fill(row);
    for (float& value : row) {
      value += static_cast<float>(4 * next);
    }
    ++next;
  }
  int numbers[6];
  fill(numbers);
  const std::size_t height = 2;
  const int width = 3;
  float* pointer = new float[6];
  std::iota(pointer, pointer + 6, 0.0F);
  void* untyped = pointer;
  std::array<std::array<short, 3>, 2> nested{{{0, 1, 2}, {3, 4, 5}}};
  std::vector<double> vector(6);
  fill(vector);
  std::vector<std::array<float, 3>> points{{0, 1, 2}, {3, 4, 5}};
  std::vector<std::complex<float>> waves{{0, 0}, {1, 0}, {2, 0}};
  std::vector<bool> bits(6);
  std::vector<int> none;
  std::vector<std::string> words{"a"};
  const std::vector<double>& alias = vector;
  std::vector<double>* address = &vector;
  Grid grid;
  grid.assign(vector.begin(), vector.end());
  std::span<double> all(vector);
  std::span<const double, 2> two(vector.data(), 2);
  std::vector<Color> colors{{0, 1, 2, 3}, {4, 5, 6, 7}};
  Point corners[2] = {{{0, 1, 2}}, {{3, 4, 5}}};
  std::byte bytes[2] = {std::byte{0}, std::byte{1}};
  Level levels[2] = {Level::low, Level::high};
  bool flags[2] = {false, true};
  long double wide[2] = {0, 1};
  Mixed mixed[2] = {};

  float columns[6] = {0, 3, 1, 4, 2, 5};
  float spread[12] = {0, 0, 1, 0, 2, 0, 3, 0, 4, 0, 5, 0};
  constexpr std::size_t any = std::size_t(-1);
  reference::mdspan<float, reference::extents<int, any, any>, reference::layout_right> right{pointer, {{{2, 3}}}, {}};
  reference::mdspan<float, reference::extents<std::size_t, any, 3>, reference::layout_left> left{columns, {{{2}}}, {}};
  reference::mdspan<float, reference::extents<std::size_t, 2, any>, reference::layout_stride> strided{
      spread, {{{3}}, {6, 2}}, {}};

  std::size_t steps[3] = {12, 4, 4};
  int sizes[3] = {2, 3, 0};
  cv::Mat mat{5, 2, 2, 3, reinterpret_cast<unsigned char*>(pointer), {}, {}, {}, {}, {}, {sizes}, {steps, {}}};
  unsigned char pixels[8] = {0, 1, 2, 3, 99, 99, 99, 99};
  std::size_t pixel_steps[2] = {6, 2};
  cv::Mat_<short> typed;
  static_cast<cv::Mat&>(typed) = {8, 2, 1, 2, pixels, {}, {}, {}, {}, {}, {sizes}, {pixel_steps, {}}};

  PyTypeObject array_class{1, nullptr, 0, "numpy.ndarray"};
  PyTypeObject scalar_class{1, nullptr, 0, "numpy.float32"};
  PyArray_Descr descr{{1, nullptr}, &scalar_class, 'f', 'f', '=', 0, 11};
  std::int64_t dimensions[2] = {3, 2};
  std::int64_t strides[2] = {-8, 4};
  float upside_down[6] = {4, 5, 2, 3, 0, 1};
  PyArrayObject array{
      {1, &array_class}, reinterpret_cast<char*>(upside_down + 4), 2, dimensions, strides, nullptr, &descr};
  auto* object = reinterpret_cast<PyObject*>(&array);

#ifdef HAS_EIGEN
  Eigen::Matrix<float, 2, 3> fixed;
  fixed << 0, 1, 2, 3, 4, 5;
  Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor> rows(2, 3);
  rows << 0, 1, 2, 3, 4, 5;
  Eigen::MatrixXf dynamic = fixed;
  Eigen::VectorXi list(4);
  list << 0, 1, 2, 3;
  Eigen::Map<Eigen::Matrix<float, 2, 3, Eigen::RowMajor>> mapped(pointer);
  Eigen::Map<Eigen::MatrixXf, 0, Eigen::Stride<Eigen::Dynamic, Eigen::Dynamic>> strided_map(
      spread, 2, 3, Eigen::Stride<Eigen::Dynamic, Eigen::Dynamic>(2, 6));
  Eigen::Ref<Eigen::MatrixXf> part = dynamic.block(0, 1, 2, 2);
  std::vector<Eigen::Vector3f> normals{{0, 1, 2}, {3, 4, 5}};
#endif
  frame = 1;  // stop in main
  for (int i = 0; i < 3; ++i) {
    pointer[0] = static_cast<float>(10 * i);
    inner(i);
  }
  delete[] pointer;
  return frame == 4 && array_class.count + descr.number > 0 && untyped != nullptr && object != nullptr ? 0 : 1;
}
