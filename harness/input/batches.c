/* Two passes. The first finds each instance's group; it starts with the group of the instance
 * before, because most files have one shape. The second pass copies. */
#include "harness/input/batches.h"

#include <string.h>

#include "harness/input/answers.h"
#include "support/arena.h"

struct sorting {
    const struct mx_problem *problem;
    const void *const *instances;
    uint32_t *group_of; /* [count] */
    uint32_t *first;    /* [groups]: an instance of each */
    uint32_t *size;     /* [groups] */
    uint32_t groups;
};

/* Checks same_shape and what it implies, because a plug-in's problem may be wrong about it. */
static bool alike(const struct mx_problem *problem, const void *one, const void *other) {
    return problem->same_shape(one, other) && problem->bytes(one) == problem->bytes(other) &&
           mx_answer_stride(problem, one) == mx_answer_stride(problem, other);
}

static uint32_t group_for(struct sorting *sorting, uint32_t i, uint32_t guess) {
    const void *instance = sorting->instances[i];
    for (uint32_t tried = 0; tried < sorting->groups; tried++) {
        uint32_t group = (guess + tried) % sorting->groups;
        if (alike(sorting->problem, instance, sorting->instances[sorting->first[group]]))
            return group;
    }
    sorting->first[sorting->groups] = i;
    return sorting->groups++;
}

static void sort_into_groups(struct sorting *sorting, uint32_t count) {
    uint32_t group = 0;
    for (uint32_t i = 0; i < count; i++) {
        group = group_for(sorting, i, group);
        sorting->group_of[i] = group;
        sorting->size[group]++;
    }
}

/* Reserves room for the copies of a group whose members are like `example`. Returns false when
 * memory is short. */
static bool make_room(struct mx_group *group, const struct mx_problem *problem, const void *example,
                      uint32_t size, struct mx_arena *arena) {
    group->batch.stride = problem->bytes(example);
    group->batch.instances = mx_arena_take(arena, group->batch.stride * size);
    group->place = mx_arena_take(arena, size * sizeof *group->place);
    return group->batch.instances != NULL && group->place != NULL;
}

static void append(struct mx_group *group, const void *instance, uint32_t place) {
    char *to = (char *)mx_instance(&group->batch, group->batch.count);
    memcpy(to, instance, group->batch.stride);
    group->place[group->batch.count++] = place;
}

bool mx_group_by_shape(struct mx_groups *groups, const struct mx_problem *problem,
                       const void *const *instances, uint32_t count, struct mx_arena *arena) {
    *groups = (struct mx_groups){NULL, 0, arena};
    struct sorting sorting = {problem, instances, NULL, NULL, NULL, 0};
    sorting.group_of = mx_arena_take(arena, count * sizeof(uint32_t));
    sorting.first = mx_arena_take(arena, count * sizeof(uint32_t));
    sorting.size = mx_arena_take(arena, count * sizeof(uint32_t));
    if (sorting.group_of == NULL || sorting.first == NULL || sorting.size == NULL)
        return false;
    sort_into_groups(&sorting, count);

    groups->group = mx_arena_take(arena, sorting.groups * sizeof *groups->group);
    if (groups->group == NULL)
        return false;
    for (; groups->count < sorting.groups; groups->count++)
        if (!make_room(&groups->group[groups->count], problem,
                       instances[sorting.first[groups->count]], sorting.size[groups->count], arena))
            return false;
    for (uint32_t i = 0; i < count; i++)
        append(&groups->group[sorting.group_of[i]], instances[i], i);
    return true;
}

struct mx_batch mx_batch_part(const struct mx_batch *batch, uint32_t first, uint32_t most) {
    uint32_t left = batch->count - first;
    return (struct mx_batch){mx_instance(batch, first), batch->stride, left < most ? left : most};
}
