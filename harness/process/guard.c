#include "harness/process/guard.h"

#include <string.h>
#include <sys/mman.h>

static struct mx_guard own;
static struct mx_guard *guard = &own;

struct mx_guard *mx_guard(void) {
    return guard;
}

bool mx_guard_share(void) {
    void *shared =
        mmap(NULL, sizeof *guard, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (shared == MAP_FAILED)
        return false;
    guard = shared;
    return true;
}

void mx_guard_unshare(void) {
    guard = &own;
}

void mx_guard_enter(const char *what) {
    memccpy(guard->at_work, what, '\0', sizeof guard->at_work - 1);
}

void mx_guard_leave(void) {
    guard->at_work[0] = '\0';
}

const char *mx_guard_culprit(void) {
    return mx_guard()->at_work[0] != '\0' ? mx_guard()->at_work : "a variant or a library";
}
