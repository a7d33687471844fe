# The flags that belong to each mx_isa of kernels/support/cpu.h, and the sets of this architecture.
# Installed with the package, so that plug-ins are compiled as the kernels of the tree are.
set(mexbench_flags_base "")
set(mexbench_flags_neon "") # a part of every aarch64 compiler's default
set(mexbench_flags_avx2 -mavx2 -mfma -mbmi -mbmi2 -mlzcnt -mpopcnt -mmovbe)
set(mexbench_flags_avx512
    ${mexbench_flags_avx2} -mavx512f -mavx512bw -mavx512cd -mavx512dq -mavx512vl
    -mprefer-vector-width=512)

set(mexbench_isas base)
set(mexbench_is_x86_64 OFF)
if(CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|AMD64|amd64)$")
  set(mexbench_is_x86_64 ON)
  list(APPEND mexbench_isas avx2 avx512)
elseif(CMAKE_SYSTEM_PROCESSOR MATCHES "^(aarch64|arm64|ARM64)$")
  list(APPEND mexbench_isas neon)
endif()
