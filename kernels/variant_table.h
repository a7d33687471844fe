/* Defines `static const struct mx_variant *const variants[]` from the problem's variants.def.
 *
 * Included once by each <problem>.c, after
 *     #define MX_VARIANTS_DEF "<problem>/variants.def"
 * VARIANT(name) is a variant for every processor. VARIANT_ISA(name, isa) is the variant
 * name_isa of a source that stands once and is compiled for each isa it has a line for, as far as
 * the architecture has it. Deliberately without include guard.
 */
#include "variant.h"

#define MX_FOR_base(text) text
#if defined(__x86_64__)
#define MX_FOR_avx2(text) text
#define MX_FOR_avx512(text) text
#else
#define MX_FOR_avx2(text)
#define MX_FOR_avx512(text)
#endif
#if defined(__aarch64__)
#define MX_FOR_neon(text) text
#else
#define MX_FOR_neon(text)
#endif

#define VARIANT(name) extern const struct mx_variant name;
#define VARIANT_ISA(name, isa) MX_FOR_##isa(VARIANT(name##_##isa))
#include MX_VARIANTS_DEF
#undef VARIANT
#undef VARIANT_ISA

#define MX_ENTRY(name) &(name),
#define VARIANT(name) MX_ENTRY(name)
#define VARIANT_ISA(name, isa) MX_FOR_##isa(MX_ENTRY(name##_##isa))
static const struct mx_variant *const variants[] = {
#include MX_VARIANTS_DEF
    NULL,
};
#undef VARIANT
#undef VARIANT_ISA
#undef MX_ENTRY
