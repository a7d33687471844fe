#include "harness/process/whole_file.h"

#include <errno.h>
#include <unistd.h>

#include "harness/process/beside.h"

bool mx_whole_file_open(struct mx_whole_file *whole, const char *path) {
    whole->path = path;
    if (!mx_beside_name(path, whole->beside)) {
        errno = ENAMETOOLONG;
        return false;
    }
    mx_beside_clean(path);
    whole->file = fopen(whole->beside, "we");
    return whole->file != NULL;
}

bool mx_whole_file_finish(struct mx_whole_file *whole) {
    bool good = fflush(whole->file) == 0 && !ferror(whole->file) && fsync(fileno(whole->file)) == 0;
    good = fclose(whole->file) == 0 && good && rename(whole->beside, whole->path) == 0;
    int cause = errno;
    if (good)
        mx_beside_sync(whole->path);
    else
        unlink(whole->beside);
    errno = cause;
    return good;
}
