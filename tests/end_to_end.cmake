# Tests of the program as a user sees it: its window on a private X server, operated with mouse and keyboard.

if(TEXELSCOPE_APP)
  # The panels' tests draw without a window.
  pkg_check_modules(imgui REQUIRED IMPORTED_TARGET imgui)
  target_link_libraries(texelscope_app_tests PRIVATE texelscope_window PkgConfig::imgui)

  find_package(Python3 COMPONENTS Interpreter REQUIRED)
  pkg_check_modules(x11 QUIET IMPORTED_TARGET x11)
  set(x11_client "")
  if(x11_FOUND)
    add_executable(texelscope_x11_client support/x11_client.cpp)
    target_link_libraries(texelscope_x11_client PRIVATE texelscope_compile PkgConfig::x11)
    set(x11_client $<TARGET_FILE:texelscope_x11_client>)
  endif()
  set(gl_tests Window Gallery Desktop LayoutLab CopyLab TextureLab SurfaceLab KernelLab KernelCrash StreamLab InteropLab TensorLab AccessLab Session HostileSession
      Lessons LiveArrays OpenPicture Picture Pictures Review Saving SlowScene DisplayLoss)
  set(vulkan_tests Window LiveArrays OpenPicture Pictures SlowScene DisplayLoss Gallery Desktop StreamLab InteropLab TensorLab)
  foreach(renderer gl vulkan)
    set(suffix "")
    if(renderer STREQUAL vulkan)
      set(suffix Vulkan)
    endif()
    foreach(test ${${renderer}_tests})
      string(REGEX REPLACE "([a-z])([A-Z])" "\\1_\\2" file ${test})
      string(TOLOWER ${file} file)
      add_test(NAME EndToEnd.${test}${suffix}
               COMMAND ${Python3_EXECUTABLE} -B ${CMAKE_CURRENT_SOURCE_DIR}/end_to_end/${file}_test.py
                       --program $<TARGET_FILE:texelscope> --x11-client "${x11_client}" --renderer ${renderer})
      # These tests mostly wait, so they start first, in parallel with the others.
      set_tests_properties(EndToEnd.${test}${suffix} PROPERTIES SKIP_RETURN_CODE 77 TIMEOUT 900 COST 100)
    endforeach()
  endforeach()
  find_package(glfw3 REQUIRED)
  add_test(NAME EndToEnd.Wayland
           COMMAND ${Python3_EXECUTABLE} -B ${CMAKE_CURRENT_SOURCE_DIR}/end_to_end/wayland_test.py
                   --program $<TARGET_FILE:texelscope> --x11-client "" --glfw ${glfw3_VERSION})
  set_tests_properties(EndToEnd.Wayland PROPERTIES SKIP_RETURN_CODE 77 TIMEOUT 480)
endif()
