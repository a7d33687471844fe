// Google Benchmark behind gbench.h. A benchmark that fails still counts as run in the library and
// the process exits 0, so the display reporter is wrapped in one that collects errors.
#include "bench/gbench.h"

#include <cstdio>
#include <cstring>
#include <memory>
#include <new>
#include <sstream>
#include <string>
#include <vector>

#include <benchmark/benchmark.h>

namespace {

benchmark::State *native(gb_state *state) {
    return reinterpret_cast<benchmark::State *>(state);
}

const benchmark::State *native(const gb_state *state) {
    return reinterpret_cast<const benchmark::State *>(state);
}

benchmark::internal::Benchmark *native(gb_benchmark *benchmark) {
    return reinterpret_cast<benchmark::internal::Benchmark *>(benchmark);
}

// Of the one run that a process makes. Repetitions are counted.
gb_outcome outcome = {};

// Of the caller; null = the library prints.
void (*show_row)(const gb_row *) = nullptr;

// Passes everything on to the caller, or to the reporter that the library's flags ask for.
class CollectingReporter : public benchmark::BenchmarkReporter {
  public:
    CollectingReporter(FILE *file, void (*call_back)(uint64_t, bool))
        : display(file == nullptr ? new benchmark::JSONReporter
                                  : benchmark::CreateDefaultDisplayReporter()),
          progress(call_back), output(file) {
        SetOutputStream(&text); // where the library lists benchmarks
        display->SetOutputStream(&text);
        display->SetErrorStream(&GetErrorStream());
    }

    bool ReportContext(const Context &context) override {
        const bool good = show_row != nullptr || display->ReportContext(context);
        print();
        return good;
    }

    void ReportRuns(const std::vector<Run> &runs) override {
        tell(true);
        for (const Run &run : runs)
            collect(run);
        if (show_row == nullptr)
            display->ReportRuns(runs);
        else if (!runs.empty() && runs.front().run_type == Run::RT_Iteration)
            show(runs);
        print();
        tell(false);
    }

    void Finalize() override {
        if (show_row == nullptr)
            display->Finalize();
        print();
    }

    // Prints what the display has written, unless it is kept as JSON.
    void print() {
        if (output == nullptr)
            return;
        const std::string written = text.str();
        std::fwrite(written.data(), 1, written.size(), output);
        std::fflush(output);
        text.str("");
    }

    std::string json() const {
        return text.str();
    }

  private:
    // Only what has a time: errors are not reported to a display that shows aggregates only.
    static void collect(const Run &run) {
        outcome.ran += run.error_occurred ? 0 : 1;
    }

    static void show(const std::vector<Run> &runs) {
        std::vector<double> seconds;
        const char *error = "";
        for (const Run &run : runs)
            if (run.error_occurred)
                error = run.error_message.c_str();
            else
                seconds.push_back(run.real_accumulated_time / static_cast<double>(run.iterations));
        const std::string name = runs.front().run_name.str();
        const gb_row row = {name.c_str(), seconds.data(), seconds.size(),
                            runs.front().report_label.c_str(), error};
        show_row(&row);
    }

    void tell(bool printing) const {
        if (progress != nullptr)
            progress(outcome.ran + outcome.failed + outcome.skipped, printing);
    }

    std::unique_ptr<benchmark::BenchmarkReporter> display;
    void (*progress)(uint64_t, bool);
    FILE *output; // nullptr = JSON is kept in `text`
    std::ostringstream text;
};

} // namespace

void gb_start(int *argc, char **argv, void (*no_memory)(void)) {
    std::set_new_handler(no_memory);
    benchmark::Initialize(argc, argv);
}

void gb_context(const char *key, const char *value) {
    benchmark::AddCustomContext(key, value);
}

gb_benchmark *gb_register(const char *name, gb_function *function, void *data) {
    benchmark::internal::Benchmark *made =
        benchmark::RegisterBenchmark(name, [function, data](benchmark::State &state) {
            function(reinterpret_cast<gb_state *>(&state), data);
        });
    return reinterpret_cast<gb_benchmark *>(made->UseRealTime()->MeasureProcessCPUTime());
}

void gb_unit(gb_benchmark *benchmark, char unit) {
    native(benchmark)->Unit(unit == 'n'   ? benchmark::kNanosecond
                            : unit == 'u' ? benchmark::kMicrosecond
                            : unit == 'm' ? benchmark::kMillisecond
                                          : benchmark::kSecond);
}

void gb_argument_add(gb_benchmark *benchmark, int64_t argument) {
    native(benchmark)->Arg(argument);
}

void gb_fit_linear(gb_benchmark *benchmark) {
    native(benchmark)->Complexity(benchmark::oN);
}

bool gb_keep_running(gb_state *state) {
    return native(state)->KeepRunning();
}

int64_t gb_argument(const gb_state *state) {
    return native(state)->range(0);
}

uint64_t gb_iterations(const gb_state *state) {
    return static_cast<uint64_t>(native(state)->iterations());
}

void gb_complexity_n(gb_state *state, double n) {
    native(state)->SetComplexityN(static_cast<int64_t>(n));
}

void gb_count(gb_state *state, const char *name, double value, gb_counter kind) {
    using benchmark::Counter;
    Counter::Flags flags =
        kind == GB_PLAIN ? Counter::kDefaults : Counter::kIsIterationInvariantRate;
    if (kind == GB_SECONDS_PER)
        flags = static_cast<Counter::Flags>(flags | Counter::kInvert);
    native(state)->counters[name] = Counter(value, flags);
}

void gb_fail(gb_state *state, const char *name, const char *message) {
    if (outcome.failed++ == 0)
        std::snprintf(outcome.first_error, sizeof outcome.first_error, "%s: %s", name, message);
    native(state)->SkipWithError(message);
}

void gb_label(gb_state *state, const char *text) {
    native(state)->SetLabel(text);
}

void gb_skip(gb_state *state, const char *message) {
    outcome.skipped++;
    native(state)->SkipWithError((std::string("skipped: ") + message).c_str());
}

void gb_rows(void (*show)(const gb_row *)) {
    show_row = show;
}

gb_outcome gb_run(FILE *output, void (*progress)(uint64_t, bool), char **json) {
    CollectingReporter reporter(json == nullptr ? output : nullptr, progress);
    benchmark::RunSpecifiedBenchmarks(&reporter);
    reporter.print(); // a list of benchmarks
    if (json != nullptr)
        *json = strdup(reporter.json().c_str());
    return outcome;
}
