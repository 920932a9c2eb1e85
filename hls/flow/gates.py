# Last pass: XLS optimises the process, schedules it into a pipeline and writes it as Verilog.
# SPDX-License-Identifier: Apache-2.0
import re

import xls

from .multipliers import name_multipliers
from .refusal import Refusal

# XLS knows the delays of some processes of chips, not those of FPGAs. Those of this one are nearest in proportion.
DELAYS = "asap7"
MAX_INTERVAL = 16
# What XLS answers when nothing but a longer interval helps.
DEPENDENCE = re.compile("throughput")
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
    """Verilog, and the cycles from one turn to the next: the least, unless an interval is given."""
    try:
        process = name_multipliers(xls.optimize_ir(process, top))
    except RuntimeError as problem:
        raise Refusal(f"XLS: {problem}") from None
    numbers = [settings.interval] if settings.interval else range(1, MAX_INTERVAL + 1)
    for number in numbers:
        try:
            return schedule(process, top, settings, number), number
        except RuntimeError as problem:  # the library has one kind for all
            reason = str(problem).partition("; Running pass")[0]
            if least := TOO_FEW_STAGES.search(reason):
                raise Refusal(f"{settings.stages} stages are too few: use --stages {least[1]}") from None
            if not DEPENDENCE.search(reason):
                raise Refusal(f"XLS: {reason}") from None
    raise Refusal(f"an interval of {numbers[-1]} cycles is too short: a turn needs what the one before it computes\n"
                  f"{reason}")
