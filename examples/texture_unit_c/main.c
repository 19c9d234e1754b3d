/* Magnifies a texture of 4 x 4 texels and writes an image, with the bits that a GPU's texture unit returns: the picture of
 * ../cmake_project, without a device. Then explains one fetch. No GPU, driver or CUDA toolkit.
 * usage: magnify_in_c [FILE.ppm] */
#include <stdio.h>
#include <stdlib.h>
#include <texelscope_texture_unit.h>

enum { size = 256, count = size * size };

static float coordinates[count][2];
static float results[count][3];

static void check(texelscope_status status) {
  if (status != TEXELSCOPE_SUCCESS) {
    fprintf(stderr, "%s\n", texelscope_last_error());
    exit(2);
  }
}

static void write_image(const char* name) {
  FILE* file = fopen(name, "wb");
  if (file == NULL) {
    perror(name);
    exit(2);
  }
  fprintf(file, "P6\n%d %d\n255\n", size, size);
  for (int i = 0; i < count; ++i) {
    for (int channel = 0; channel < 3; ++channel) {
      fputc((int)(results[i][channel] * 255 + 0.5F), file);
    }
  }
  fclose(file);
}

int main(int argc, char** argv) {
  unsigned char texels[16][4];
  for (unsigned char i = 0; i < 16; ++i) {
    const int is_diagonal = i % 4 == i / 4;
    texels[i][0] = (unsigned char)(is_diagonal ? 255 : i % 4 * 60);
    texels[i][1] = (unsigned char)(is_diagonal ? 200 : i / 4 * 60);
    texels[i][2] = is_diagonal ? 60 : 120;
    texels[i][3] = 255;
  }
  const texelscope_texture_descriptor descriptor = {
      .struct_size = sizeof descriptor,
      .shape = TEXELSCOPE_2D,
      .format = TEXELSCOPE_UINT8,
      .num_channels = 4,
      .width = 4,
      .height = 4,
      .address_mode = {TEXELSCOPE_MIRROR, TEXELSCOPE_MIRROR, TEXELSCOPE_MIRROR},
      .filter_mode = TEXELSCOPE_LINEAR,
      .read_mode = TEXELSCOPE_NORMALIZED_FLOAT,
      .normalized_coords = 1};
  const texelscope_level level = {.texels = texels, .size_bytes = sizeof texels};
  texelscope_texture* texture = NULL;
  check(texelscope_texture_create(&descriptor, &level, &texture));

  for (int i = 0; i < count; ++i) {
    coordinates[i][0] = ((float)(i % size) + 0.5F) / size;
    coordinates[i][1] = ((float)(i / size) + 0.5F) / size;
  }
  const texelscope_fetch_list list = {.struct_size = sizeof list,
                                      .count = count,
                                      .x = {&coordinates[0][0], sizeof coordinates[0]},
                                      .y = {&coordinates[0][1], sizeof coordinates[0]},
                                      .results = results,
                                      .result_stride_bytes = sizeof results[0],
                                      .num_results = 3};
  check(texelscope_texture_fetch_many(texture, &list));
  write_image(argc > 1 ? argv[argc - 1] : "picture.ppm");

  const texelscope_fetch fetch = {.struct_size = sizeof fetch, .x = 0.3F, .y = 0.4F};
  texelscope_explanation* explanation = NULL;
  check(texelscope_texture_explain(texture, &fetch, &explanation));
  fputs(texelscope_explanation_text(explanation), stdout);
  texelscope_explanation_destroy(explanation);
  texelscope_texture_destroy(texture);
  return 0;
}
