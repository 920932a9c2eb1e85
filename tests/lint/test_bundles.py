# Each bundle of control is laid out once, in orb_control.vh: no module writes a width or an offset of one again.
# SPDX-License-Identifier: Apache-2.0
import re

import pytest
from bundles import SOURCE, expanded, fields, macros, names, widths
from sources import ROOT, tracked

pytestmark = pytest.mark.quick

VERILOG = {name: (ROOT / name).read_text() for name in tracked(".v", ".vh")
           if name.startswith("rtl/") and ROOT / name != SOURCE}
# The bits of a bundle, as modules name them: LANE_BITS and NODE_BITS are those of the kind that the parameters choose.
BITS = r"(?:`ORB_\w+_BITS|LANE_BITS|NODE_BITS)"


def value(expression, parameters):
    """Of an expression of the parameters, and of the bits of bundles."""
    return eval(expanded(expression), {}, parameters)


def faults(name, text):
    """What a source states of bundles that stand in orb_control.vh."""
    code = re.sub(r"//[^\n]*|/\*.*?\*/", "", text, flags=re.S)
    found = [f"{name} defines {macro}" for macro in re.findall(r"`define (ORB_\w+)", code) if macro in macros()]
    own = {field for bundle in set(re.findall(r"`(ORB_\w+)", code)) & set(names()) for field in widths(bundle)
           if f"`{bundle}_FIELDS" in code or f"{{`{bundle}}}" in code}
    for span, declared in re.findall(r"\b(?:wire|reg)\s*\[([^\]]*)\]\s*([^;()]*?)(?=[;)]|\n)", code):
        if not re.search(BITS, span):
            listed = {one.split("=")[0].strip() for one in declared.split("=")[0].split(",")}
            found += [f"{name} declares the width of {field}" for field in sorted(own & listed)]
    packed = set(re.findall(rf"\[\s*(?:\w+\*)?{BITS}[^\]]*-1:0\]\s*(\w+)", code))
    for signal, where in re.findall(r"\b(\w+)\[([^\]]*)\]", code):
        if signal in packed and not re.fullmatch(rf"\w+\*({BITS})\+:\1", where):
            found.append(f"{name} takes {signal}[{where}]")
    return found


@pytest.mark.parametrize("bundle", names())
def test_bits_are_those_of_the_fields(bundle):
    bits = widths(bundle)
    assert sorted(fields(bundle)) == sorted(bits), "fields and declarations differ"
    assert len(set(fields(bundle))) == len(fields(bundle))
    texts = [*bits.values(), expanded(macros()[f"{bundle}_BITS"])]
    used = sorted({one for text in texts for one in re.findall(r"\b[A-Z]\w*", text)})
    parameters = {one: 1000**number for number, one in enumerate(used, 1)}  # no two sums of their products are equal
    assert value(f"`{bundle}_BITS", parameters) == sum(value(text, parameters) for text in bits.values())


def test_every_bundle_is_packed_and_unpacked():
    code = "".join(VERILOG.values()) + "".join(macros().values())
    assert [bundle for bundle in names() if not re.search(rf"`{bundle}\b(?!_)", code)] == []


@pytest.mark.parametrize("name", VERILOG)
def test_no_layout_is_written_twice(name):
    assert faults(name, VERILOG[name]) == []


@pytest.mark.parametrize("name, right, wrong", [
    ("rtl/control/orb_slot_gen.v", "`ORB_SHAPE_FIELDS(wire)", "`ORB_SHAPE_FIELDS(wire) wire [7:0] ring;"),
    ("rtl/control/orb_issue.v", "wire odd_next,", "wire [LB-1:0] gap, slot; wire odd_next,"),
    ("rtl/control/orb_issue.v", "kept <= {traits, dst}", "kept <= {stage[11:0], dst}"),
    ("rtl/mesh/orb_mesh.v", ".control(control)", ".control(control[NODE_BITS-1:0])"),
    ("rtl/node/orb_node_fixed.v", "lane_control[l*LANE_BITS+:LANE_BITS]", "control[2+l*LANE_BITS+:LANE_BITS]"),
    ("rtl/node/orb_lane_fixed.v", "module", "`define ORB_ROUND_BITS 12\nmodule"),
])
def test_a_second_layout_is_found(name, right, wrong):
    assert right in VERILOG[name]
    assert faults(name, VERILOG[name].replace(right, wrong, 1)) != []
