# Writes small files of each format for the fuzzers to begin with: by the oracles of the tests, and by the command.
# SPDX-License-Identifier: Apache-2.0
"""Usage: seeds.py COMMAND FOLDER"""
import gzip
import json
import subprocess
import sys
import tempfile
import zlib
from pathlib import Path

import mrcfile
import nibabel
import nrrd
import numpy as np
import tifffile

TYPES = ["u1", "i2", ">i4", "f4", ">f8", "c8", "u8", "f2"]


def nifti(folder, rng):
    for i, name in enumerate(t for t in TYPES if t != "f2"):
        data = rng.integers(0, 100, (3, 2, 2)).astype(name)
        kind = nibabel.Nifti2Image if i % 2 else nibabel.Nifti1Image
        header = kind.header_class(endianness=">" if name[0] == ">" else "<")
        image = kind(data, np.diag([2, 3, 4, 1]), header=header)
        image.set_data_dtype(data.dtype)
        image.header.extensions.append(nibabel.nifti1.Nifti1Extension("comment", b"a comment"))
        if name == "i2":
            image.header.set_slope_inter(2, 5)
        nibabel.save(image, folder / f"{i}.nii")


def mrc(folder, rng):
    for i, name in enumerate(["i1", "i2", "f4", "c8", "u2", "f2"]):
        with mrcfile.new(folder / f"{i}.mrc") as file:
            file.set_data(rng.integers(0, 100, (2, 3, 2)).astype(name))
            if i % 2:
                file.set_extended_header(np.zeros(3, "u4"))
                file.header.mapc, file.header.maps = 3, 1


def nrrds(folder, rng):
    for i, name in enumerate(t for t in TYPES if t[0] not in "cf" or t == "f4"):
        options = {"encoding": ["raw", "gzip", "ascii"][i % 3], "space": "left-posterior-superior",
                   "kinds": ["domain"] * 3, "space directions": np.eye(3), "space origin": np.zeros(3),
                   "sample units": "mm", "a": "value"}
        nrrd.write(str(folder / f"{i}.nrrd"), rng.integers(0, 100, (2, 2, 3)).astype(name), options)
    for name, files in (("pattern", "slice%03d.raw 1 3 1"), ("list", "LIST\na.raw\nb.raw\nc.raw"), ("one", "a.raw")):
        header = f"NRRD0004\ntype: uint8\ndimension: 3\nsizes: 2 2 3\nencoding: raw\ndata file: {files}\n"
        (folder / f"{name}.nrrd").write_text(header)


def npy(folder, rng):
    for i, name in enumerate([*TYPES, "?", "i8"]):
        data = np.asfortranarray(rng.integers(0, 100, (2, 3, 1, 2)[:2 + i % 3]).astype(name))
        np.save(folder / f"{i}.npy", data if i % 2 else np.ascontiguousarray(data))


def tiff(folder, rng):
    """Both orders of bytes and both lengths of offsets, strips and tiles, compressed and not, a page that is none."""
    for i, name in enumerate([*TYPES, "i8"]):
        options = [{}, {"tile": (16, 16)}, {"compression": "zlib"}, {"rowsperstrip": 1}][i % 4]
        with tifffile.TiffWriter(folder / f"{i}.tif", byteorder="<>"[i % 2], bigtiff=i % 3 == 1) as file:
            for page in rng.integers(0, 100, (2, 3, 4)).astype(name):
                file.write(page, photometric="minisblack", description="a page", resolution=(3, 4), software="s",
                           contiguous=False, **options)
            if i % 4 == 3:
                file.write(np.zeros((2, 2), "u1"), photometric="minisblack", subfiletype=1)


def plan(rng):
    """A legal one, as fuzz_plan.c takes it: DCT, DST and Hartley transforms of some points an axis, and values."""
    axes = [[int(rng.integers(1, 12)), 0, int(rng.integers(3)), 1, 8] for _ in range(3)]
    return bytes([int(rng.integers(3)), 0, 0, *rng.integers(2, size=2), 0, *sum(axes, [])]) + rng.bytes(40)


OPTIONS = [["in.npy", "-o", "out.nii", "--kind", "dct", "--type", "2,3,1", "--norm", "forward"],
           ["a.raw", "--shape", "5,4,6", "--in-dtype", "int16", "--endian", "big", "--dtype", "float32", "-f",
            "-oout.npy"],
           ["in.nii", "--block", "4,4,8", "--engine", "cpu:float32", "--threads", "2", "--json", "-", "--progress"],
           ["in.nrrd", "-k", "dft,dst,identity", "--memory", "512", "--volume", "3", "-q", "--format", "nii.gz"],
           ["in.h5:a/b", "--kind", "matrix:m.npy", "--shift", "measured", "--in-format", "h5", "-o", "x.h5:y"],
           ["in.mrc", "--shape=64,64", "--dtype=uint8", "--", "-o"]]
NAMES = [(1, ["serial=FT1234,mode=uart,baud=3000000,channel=B,driver=leave", "desc=iCEBreaker V1.0e,at=3/12,mode=spi",
              "mode=sync,channel=A", "at=1/2", ""]),
         (2, ["p=4,b=8,full=4,w=18,nbuf=2,lanes=1,io=1,fixed", "p=4,b=8,full=4,nbuf=3,lanes=2,io=2,float16", "jobs=3",
              "bfloat16,p=2", ""]),
         (3, ["192.168.1.50,served=leave", "board.example.org:99,address=10.0.0.7", ""]),
         (4, ["cpu", "cpu:threads=2,simd=plain,fast=no,fft=auto,float32", "sim:p=4,b=8,jobs=2",
              "orb_sim_p4_b8_f4_w18.so",
              "ftdi:serial=1"])]


def options(folder):
    """As fuzz_options.c takes them: a kind, and options with a 0 between or a name."""
    for i, words in enumerate(OPTIONS):
        (folder / f"options{i}").write_bytes(b"\0" + b"\0".join(word.encode() for word in words))
    for kind, names in NAMES:
        for i, name in enumerate(names):
            (folder / f"name{kind}.{i}").write_bytes(bytes([kind]) + name.encode())


def link(rng):
    """As fuzz_link.c takes it: a mode, changes of registers, and for most requests that the answer is true."""
    mode = int(rng.integers(8)) * 2 + 1
    changes = [1, int(rng.integers(256)), 1 << int(rng.integers(8))] if mode & 4 else []
    lies = np.where(rng.random(120) < 0.02, rng.integers(0, 256, 120), 0)
    return bytes([mode, *changes, *map(int, lies)])


def frame(body):
    """COBS of a body of less than 254 bytes with its CRC-32, as docs/link.md has it."""
    parts = (body + zlib.crc32(body).to_bytes(4, "little")).split(b"\0")
    return b"".join(bytes([len(part) + 1]) + part for part in parts) + b"\0"


def line(rng):
    """As fuzz_link.c takes it in the plain mode: the first answer of a link, to a sequence number of 1, then others."""
    registers = [0x4F52424C, 1 | 11 << 8 | 9 << 16, 0, 0]
    body = bytes([1, 0, 4, 0, 0, 0x0F]) + b"".join(word.to_bytes(4, "little") for word in registers)
    more = [bytes([sequence, 0, 6, 0, 0, 0]) + rng.bytes(24) for sequence in (2, 3)]
    return b"\0" + b"".join(map(frame, [body, *more]))


def compressed(command, folder, work, rng):
    """Files of the command as they are, and what is in them."""
    nibabel.save(nibabel.Nifti1Image(rng.integers(0, 99, (5, 4, 3)).astype("i2"), np.eye(4)), work / "v.nii")
    np.save(work / "v.npy", rng.standard_normal((3, 5, 4)).astype("f4"))
    for i, (name, *options) in enumerate([("v.nii",), ("v.npy", "--kind", "dst,dht,dwht"), ("v.nii", "--block", "2")]):
        subprocess.run([command, "compress", name, "-o", "v.orb", "--engine", "cpu:threads=1", "--quiet", "-f",
                        *options], cwd=work, check=True)
        held = subprocess.run(["zstd", "-dcq", work / "v.orb"], capture_output=True, check=True).stdout
        (folder / f"{i}.file").write_bytes(b"\0" + held)
        text, sections = held.split(b"\n", 1)
        ends = np.cumsum([0, *json.loads(text)["sections"].values()])
        plain = [sections[start:end] for start, end in zip(ends, ends[1:])]
        lengths = len(plain[0]).to_bytes(2, "little") + bytes([len(plain[1])])
        (folder / f"{i}.parts").write_bytes(b"\1" + text + b"\0" + lengths + b"".join(plain))


def coefficients(command, folder, rng):
    """What the command writes, with its record."""
    np.save(folder / "in.npy", rng.standard_normal((3, 4, 2)).astype("f4"))
    for ending in ("nii", "nrrd", "mrc", "tif", "npy", "raw"):
        for kind in ("dct", "dft,dst,dht"):
            name = f"{kind[:3]}.{ending}"
            subprocess.run([command, "forward", "in.npy", "-o", name, "--kind", kind, "--block", "2", "--engine",
                            "cpu:threads=1", "--quiet"], cwd=folder, check=True)
            yield folder / name


def main(command, target):
    rng = np.random.default_rng(1)
    folders = {name: target / f"volume.{name}" for name in ("nii", "nii.gz", "nrrd", "mrc", "tif", "npy", "raw")}
    for folder in [*folders.values(), *(target / name for name in ("hdf5", "orb", "plan", "link", "options"))]:
        folder.mkdir(parents=True)
    nifti(folders["nii"], rng)
    mrc(folders["mrc"], rng)
    nrrds(folders["nrrd"], rng)
    npy(folders["npy"], rng)
    tiff(folders["tif"], rng)
    with tempfile.TemporaryDirectory() as work:
        for path in coefficients(command, Path(work), rng):
            data = path.read_bytes()
            if path.suffix == ".raw":
                data = Path(f"{path}.orbital.json").read_bytes() + b"\0" + data
            (folders[path.suffix[1:]] / path.name).write_bytes(data)
        compressed(command, target / "orb", Path(work), rng)
    for path in folders["nii"].iterdir():
        (folders["nii.gz"] / f"{path.name}.gz").write_bytes(gzip.compress(path.read_bytes(), mtime=0))
    for i in range(24):
        (target / "plan" / str(i)).write_bytes(plan(rng) if i % 2 else rng.bytes(60))
        (target / "hdf5" / str(i)).write_bytes(rng.bytes(100))
        (target / "link" / str(i)).write_bytes(line(rng) if i % 6 == 5 else link(rng))
    options(target / "options")


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main(Path(sys.argv[1]).resolve(), Path(sys.argv[2]))
