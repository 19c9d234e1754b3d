#pragma once

namespace texelscope::kernels {

/// The effect of an access outside the surface (cudaSurfaceBoundaryMode): destroys the context, uses the nearest texel,
/// or reads zero and writes nothing.
enum class BoundaryMode { trap, clamp, zero };

/// The meaning of a surface's coordinates. An access must specify the shape of the array from which the surface was
/// created.
enum class SurfaceShape : unsigned char {
  surface_1d,
  surface_2d,
  surface_3d,
  layered_1d,
  layered_2d,
  cube_map,
  layered_cube_map,
};

/// The position of a surface access; coordinates that the shape does not use are ignored.
struct SurfaceAccess {
  SurfaceShape shape = SurfaceShape::surface_2d;
  /// In bytes, as the hardware counts x: a multiple of the texel size.
  int x_bytes = 0;
  /// In texels.
  int y = 0;
  /// z of a 3D surface in texels, the layer, the face of a cube map, or 6 · layer + face, of which only the low 16 bits
  /// are used: a negative number is beyond the last layer or face.
  int z = 0;
};

}  // namespace texelscope::kernels
