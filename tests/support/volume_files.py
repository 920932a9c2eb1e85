# Volumes and series in files of each format, by the libraries of others, in numpy's order of axes.
# SPDX-License-Identifier: Apache-2.0
import gzip
import json

import h5py
import mrcfile
import nibabel
import nrrd
import numpy as np
import tifffile


def path_of(name):
    """The file of a name, which for HDF5 is FILE:DATASET."""
    return name.split(":")[0]


def save(folder, name, values, order="C"):
    """Of order only NPY knows; a raw file is in C order, and its layout has to be told."""
    path = folder / path_of(name)
    if name.endswith((".nii", ".nii.gz")):
        nibabel.save(nibabel.Nifti1Image(values, np.diag([2, 3, 4, 1]), dtype=values.dtype), path)
    elif name.endswith(".npy"):
        np.save(path, np.asarray(values, order=order))
    elif name.endswith(".npy.gz"):
        with gzip.open(path, "wb", 1) as file:
            np.save(file, np.asarray(values, order=order))
    elif name.endswith(".raw"):
        path.write_bytes(values.tobytes())
    elif name.endswith(".raw.gz"):
        path.write_bytes(gzip.compress(values.tobytes(), 1))
    elif name.endswith(".nrrd"):
        header = {"encoding": "gzip" if "gzip" in name else "raw"}
        if np.iscomplexobj(values):
            header["kinds"] = ["complex", *["domain"] * values.ndim]
            values = np.stack([values.real, values.imag]).astype(values.real.dtype)  # in the same byte order
        nrrd.write(str(path), values, header)
    elif ".mrc" in name:
        with mrcfile.new(path, compression="gzip" if name.endswith(".gz") else None) as file:
            file.set_data(np.ascontiguousarray(values.T))
            file.set_volume()
    elif name.endswith(".tif"):
        tifffile.imwrite(path, values, photometric="minisblack")
    else:
        with h5py.File(path, "w") as file:
            file.create_dataset(name.split(":")[1], data=values, compression=1,
                                chunks=(min(5, len(values)), *values.shape[1:]))


def load(folder, name):
    path = folder / path_of(name)
    if name.endswith((".nii", ".nii.gz")):
        return np.asanyarray(nibabel.load(path).dataobj)
    if name.endswith(".npy"):
        return np.load(path)
    if name.endswith(".npy.gz"):
        with gzip.open(path) as file:
            return np.load(file)
    if ".raw" in name:
        layout = json.loads((folder / f"{name}.orbital.json").read_text())["raw"]
        data = gzip.decompress(path.read_bytes()) if name.endswith(".gz") else path.read_bytes()
        return np.frombuffer(data, layout["dtype"]).reshape(layout["shape"])
    if name.endswith(".nrrd"):
        data, header = nrrd.read(str(path))
        if header.get("kinds", [""])[0] != "complex":
            return data
        values = np.empty(data.shape[1:], np.result_type(data, "complex64"))
        values.real, values.imag = data  # a product with 1j would make infinities what they are not
        return values
    if ".mrc" in name:
        with mrcfile.open(path) as file:
            return file.data.T
    if name.endswith(".tif"):
        return tifffile.imread(path)
    with h5py.File(path) as file:
        return file[name.split(":")[1]][:]
