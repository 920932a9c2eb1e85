# Sixth pass: each product becomes a foreign function of XLS, which has the delay of an FPGA's multiplier.
# SPDX-License-Identifier: Apache-2.0
"""XLS estimates a multiplier as a chain of adders, which would determine the clock period. An FPGA has hard
multipliers. XLS copies the Verilog of a foreign function verbatim, and assumes the delay that is given for it."""
import re

PRODUCT = re.compile(r"^(?P<start>\s*(?:ret )?(?P<node>[\w.]+): bits\[(?P<bits>\d+)\] = )(?P<op>[su]mul)"
                     r"\((?P<a>[\w.]+), (?P<b>[\w.]+)[^)]*\)(?P<rest>.*)$", re.MULTILINE)
NODE = re.compile(r"^\s*(?:ret )?([\w.]+): bits\[(\d+)\] = ", re.MULTILINE)


def template(op):
    """The Verilog of a product. It is signed only if both operands are."""
    a, b = ("$signed({a})", "$signed({b})") if op == "smul" else ("{a}", "{b}")
    return f"assign {{return}} = {a} * {b}"


def name_multipliers(process):
    """The proc with its products as calls of foreign functions, one for each combination of sign and widths."""
    process = re.sub(r"\b[su]mul\.(\d+)\b", r"product_\1", process)  # XLS names a node after its operation
    bits = dict(NODE.findall(process))
    functions = {}

    def named(product):
        widths = bits[product["a"]], bits[product["b"]], product["bits"]
        name = f"{product['op']}_{'_'.join(widths)}"
        functions[name] = (f'#[ffi_proto("""code_template: "{template(product["op"])}"\n""")]\n'
                           f"fn {name}(a: bits[{widths[0]}], b: bits[{widths[1]}]) -> bits[{widths[2]}] {{\n"
                           f"  ret product: bits[{widths[2]}] = {product['op']}(a, b)\n}}\n\n")
        return f"{product['start']}invoke({product['a']}, {product['b']}, to_apply={name}){product['rest']}"

    process = PRODUCT.sub(named, process)
    head, proc, rest = process.partition("top proc ")
    return head + "".join(functions.values()) + proc + rest
