# SPDX-License-Identifier: MIT OR Apache-2.0
#
# cuzk_storages(NAME SYMBOL SOURCES a.c ...)
#   The static library NAME: for each term storage (src/r1cs/lc.h) everything that builds linear
#   combinations, and SOURCES, compiled for it and merged into one object of which only
#   SYMBOL_<storage> can be seen. SOURCES find the storage's name in CUZK_STORAGE.

set(CUZK_STORAGES vec small1 small2 small4 pool arena)

# The C files of a layer, by their whole paths.
function(cuzk_layer_files out layer)
  get_target_property(files cuzk_${layer} SOURCES)
  get_target_property(folder cuzk_${layer} SOURCE_DIR)
  list(FILTER files INCLUDE REGEX "^[a-z0-9_]+\\.c$")
  list(TRANSFORM files PREPEND ${folder}/)
  set(${out} ${files} PARENT_SCOPE)
endfunction()

function(cuzk_storages name symbol)
  cmake_parse_arguments(S "" "" "SOURCES" ${ARGN})
  cuzk_layer_files(gadgets gadgets)
  cuzk_layer_files(circuits circuits)
  cuzk_layer_files(r1cs r1cs)
  # Of the back ends this one only.
  list(FILTER r1cs INCLUDE REGEX "/(lc|cs|density|witness|values|values_store)\\.c$")
  set(all "")
  foreach(storage ${CUZK_STORAGES})
    set(definitions "CUZK_TERMS=\"r1cs/terms_${storage}.h\"" CUZK_STORAGE=${storage})
    if(NOT TARGET cuzk_terms_${storage})
      add_library(cuzk_terms_${storage} OBJECT ${r1cs} ${gadgets} ${circuits})
      target_compile_definitions(cuzk_terms_${storage} PRIVATE ${definitions})
    endif()
    add_library(${name}_${storage} OBJECT ${S_SOURCES})
    target_compile_definitions(${name}_${storage} PRIVATE ${definitions})
    target_include_directories(${name}_${storage} PRIVATE ${CMAKE_SOURCE_DIR}/tests)
    set(objects $<TARGET_OBJECTS:cuzk_terms_${storage}> $<TARGET_OBJECTS:${name}_${storage}>)
    set(merged ${CMAKE_CURRENT_BINARY_DIR}/${symbol}_${storage}.o)
    add_custom_command(OUTPUT ${merged}
      COMMAND ${CMAKE_LINKER} -r -o ${merged} ${objects}
      COMMAND ${CMAKE_OBJCOPY} --keep-global-symbol=${symbol}_${storage} ${merged}
      DEPENDS ${objects} COMMAND_EXPAND_LISTS VERBATIM)
    list(APPEND all ${merged})
  endforeach()
  add_library(${name} STATIC ${all})
  set_target_properties(${name} PROPERTIES LINKER_LANGUAGE C)
  target_link_libraries(${name} PUBLIC cuzk_filecoin cuzk_hash cuzk_field cuzk_base)
endfunction()
