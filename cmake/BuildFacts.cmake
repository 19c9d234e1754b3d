# Embeds build information in the program: a generated source defines app/files/build_facts.h. Also sets
# TEXELSCOPE_DATE, the date of the sources.

set(TEXELSCOPE_COMMIT "")
set(TEXELSCOPE_DATE "")
find_package(Git QUIET)
if(GIT_FOUND)
  # Sources inside the repository of another project must not report that project's commits.
  execute_process(COMMAND ${GIT_EXECUTABLE} rev-parse --show-cdup --git-path logs/HEAD WORKING_DIRECTORY ${CMAKE_SOURCE_DIR}
                  OUTPUT_VARIABLE answer OUTPUT_STRIP_TRAILING_WHITESPACE RESULT_VARIABLE result ERROR_QUIET)
  if(result EQUAL 0 AND answer MATCHES "^\n(.+)$")
    get_filename_component(log ${CMAKE_MATCH_1} ABSOLUTE BASE_DIR ${CMAKE_SOURCE_DIR})
    if(EXISTS ${log})
      set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${log})
    endif()
    execute_process(COMMAND ${GIT_EXECUTABLE} log -1 --format=%h --abbrev=12 WORKING_DIRECTORY ${CMAKE_SOURCE_DIR}
                    OUTPUT_VARIABLE TEXELSCOPE_COMMIT OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
    execute_process(COMMAND ${GIT_EXECUTABLE} log -1 --format=%cs WORKING_DIRECTORY ${CMAKE_SOURCE_DIR}
                    OUTPUT_VARIABLE TEXELSCOPE_DATE OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
  endif()
endif()
if(NOT TEXELSCOPE_DATE)
  # Today, or the date in SOURCE_DATE_EPOCH.
  string(TIMESTAMP TEXELSCOPE_DATE %Y-%m-%d UTC)
endif()

# Sets ${output} to the generated source of this name. Each additional argument is a fact "NAME=VALUE"; facts without a value
# are omitted.
function(texelscope_build_facts output name)
  set(build_type ${CMAKE_BUILD_TYPE})
  if(TEXELSCOPE_SANITIZE)
    string(APPEND build_type " with sanitizers: ${TEXELSCOPE_SANITIZE}")
  endif()
  set(cuda "none: CPU device only")
  set(driver "")
  if(TEXELSCOPE_WITH_CUDA)
    list(JOIN CMAKE_CUDA_ARCHITECTURES " " architectures)
    set(cuda "toolkit ${CUDAToolkit_VERSION}, architectures ${architectures}")
    find_file(TEXELSCOPE_CUDA_HEADER cuda.h PATHS ${CUDAToolkit_INCLUDE_DIRS} REQUIRED NO_DEFAULT_PATH)
    mark_as_advanced(TEXELSCOPE_CUDA_HEADER)
    file(STRINGS ${TEXELSCOPE_CUDA_HEADER} line REGEX "^#define CUDA_VERSION +[0-9]+")
    string(REGEX MATCH "[0-9]+" driver "${line}")
  endif()
  set(entries "")
  foreach(fact "version=${PROJECT_VERSION}" "commit=${TEXELSCOPE_COMMIT}" "date=${TEXELSCOPE_DATE}" "build type=${build_type}"
               "system=${CMAKE_SYSTEM_NAME} ${CMAKE_SYSTEM_PROCESSOR}"
               "compiler=${CMAKE_CXX_COMPILER_ID} ${CMAKE_CXX_COMPILER_VERSION}" "CUDA=${cuda}" "CUDA driver API=${driver}" ${ARGN})
    if(fact MATCHES "^([^=]+)=(.+)$")
      string(APPEND entries "    {R\"(${CMAKE_MATCH_1})\", R\"(${CMAKE_MATCH_2})\"},\n")
    endif()
  endforeach()
  set(source ${CMAKE_CURRENT_BINARY_DIR}/${name})
  file(CONFIGURE OUTPUT ${source} CONTENT "#include \"app/files/build_facts.h\"

namespace texelscope::app {

static constexpr BuildFact facts[] = {
${entries}};

std::span<const BuildFact> build_facts() { return facts; }

}  // namespace texelscope::app
" @ONLY)
  set(${output} ${source} PARENT_SCOPE)
endfunction()
