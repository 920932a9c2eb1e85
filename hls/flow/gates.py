# Last pass: XLS optimises the proc, schedules it into a pipeline and writes it as Verilog.
# SPDX-License-Identifier: Apache-2.0
import re

import xls

from .multipliers import name_multipliers
from .refusal import Refusal

# XLS has delay models for some silicon technologies, not for FPGAs. The ratios of ASAP7's delays are the nearest.
DELAYS = "asap7"
MAX_INTERVAL = 16
# In XLS's errors: only a longer interval helps, or more stages do.
DEPENDENCE = re.compile("throughput")
INTERVAL = re.compile(r"--worst_case_throughput=(\d+)")
PERIOD = re.compile("Try increasing `--clock_period_ps`")
TOO_FEW_STAGES = re.compile(r"Try `--pipeline_stages=(\d+)`")


def schedule(process, top, settings, interval):
    package = xls.parse_ir_package(process)
    limits = [f"{memory}_rd_req:send:{memory}_rd_resp:recv:{settings.latency}:{settings.latency}"
              for memory in re.findall(r"^chan (\w+)_rd_req\(", process, re.MULTILINE)]
    done = package.schedule_and_codegen(
        generator="pipeline", top=top, module_name=top, reset="rst", reset_data_path=False, use_system_verilog=False,
        delay_model=DELAYS, with_delay_model=True, worst_case_throughput=interval,
        ffi_fallback_delay_ps=settings.multiply, pipeline_stages=settings.stages,
        clock_period_ps=settings.period, io_constraints=limits,
        streaming_channel_data_suffix="_data", streaming_channel_valid_suffix="_vld",
        streaming_channel_ready_suffix="_rdy", flop_inputs=False, flop_outputs=False, add_invariant_assertions=False)
    return done.get_verilog_text()


def to_verilog(process, top, settings):
    """The Verilog, and the interval: the shortest possible one, unless one is given."""
    try:
        process = name_multipliers(xls.optimize_ir(process, top))
    except RuntimeError as problem:
        raise Refusal(f"XLS: {problem}") from None
    numbers = [settings.interval] if settings.interval else range(1, MAX_INTERVAL + 1)
    for number in numbers:
        try:
            return schedule(process, top, settings, number), number
        except RuntimeError as problem:  # the only kind of error that the library raises
            reason = str(problem).partition("; Running pass")[0]
            if least := TOO_FEW_STAGES.search(reason):
                raise Refusal(f"{settings.stages} stages are too few: use --stages {least[1]}") from None
            if PERIOD.search(reason):
                raise Refusal(f"--period {settings.period} is too short for {settings.stages} stages") from None
            if not DEPENDENCE.search(reason):
                raise Refusal(f"XLS: {reason}") from None
            more = INTERVAL.search(reason)
    raise Refusal(f"an interval of {numbers[-1]} cycles is too short: an activation needs a value of the one before"
                  + (f"; use --interval {more[1]}" if more else ""))
