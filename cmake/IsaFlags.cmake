# The flags that belong to each mx_isa of kernels/support/cpu.h. Installed with the package, so that
# plug-ins are compiled as the kernels of the tree are.
set(mexbench_flags_base "")
set(mexbench_flags_avx2 -mavx2 -mfma -mbmi -mbmi2 -mlzcnt -mpopcnt -mmovbe)
set(mexbench_flags_avx512
    ${mexbench_flags_avx2} -mavx512f -mavx512bw -mavx512cd -mavx512dq -mavx512vl
    -mprefer-vector-width=512)
