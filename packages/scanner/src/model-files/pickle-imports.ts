/**
 * What the imports of a pickle mean. The names that run code are those of the lists of picklescan and fickling; the known ones are
 * those that PyTorch loads with `weights_only=True`, and what NumPy and collections of Python write.
 * Sources: https://github.com/mmaitre314/picklescan, https://github.com/trailofbits/fickling,
 * https://github.com/pytorch/pytorch/blob/main/torch/_weights_only_unpickler.py
 */
import { clean } from '../text/visible.ts';

/** An import, and what it may do. */
export interface PickleImport {
  /** `?` when the pickle computes it. */
  readonly module: string;
  readonly name: string;
  /**
   * `runs_code`: calls programs, evaluates code, or opens files or connections; `known`: rebuilds tensors or collections;
   * `other`: imports a module that decides itself what it does.
   */
  readonly risk: 'runs_code' | 'known' | 'other';
}

/** Modules of which everything runs code, opens files or connections, or reaches something that does. */
const MODULES = new Set(
  `os nt posix posixpath ntpath subprocess sys socket shutil runpy pty pdb bdb code codeop commands popen2 importlib imp
  pickle _pickle cPickle dill cloudpickle marshal shelve ctypes _ctypes cffi asyncio multiprocessing threading _thread
  webbrowser httplib http urllib urllib2 requests httpx aiohttp ftplib smtplib telnetlib paramiko socketserver ssl select
  signal pip ensurepip venv distutils setuptools pkgutil zipimport timeit cProfile profile trace doctest unittest pydoc
  idlelib lib2to3 tempfile fileinput io _io linecache inspect site sysconfig test lldb gdb numpy.testing numpy.f2py
  numpy.distutils numpy.ctypeslib torch.utils.cpp_extension torch.hub torch.jit.unsupported_tensor_ops torch.package
  torch.distributed torch.multiprocessing torch.utils.bottleneck torch._inductor torch._dynamo torch.fx tensorflow.io
  sqlite3 logging.config logging.handlers operator`.split(/\s+/),
);

/** Single names that do. */
const NAMES = new Set(
  ['__builtin__', 'builtins', '__builtins__']
    .flatMap((module) =>
      `eval exec execfile compile open file input raw_input breakpoint __import__ getattr setattr delattr globals locals vars
      apply map filter reload memoryview help exit quit __build_class__ type super`
        .split(/\s+/)
        .map((name) => `${module}.${name}`),
    )
    .concat(
      `functools.partial functools.reduce functools.partialmethod numpy.load numpy.fromfile numpy.memmap numpy.save
      numpy.savetxt numpy.loadtxt numpy.genfromtxt numpy.vectorize numpy.core.fromnumeric.take pandas.eval pandas.read_pickle
      pandas.io.pickle.read_pickle torch.load torch.save torch.serialization.load torch._C._jit_pass_custom_pattern_based_rewrite
      copyreg.add_extension copyreg.pickle codecs.open codecs.decode _codecs.decode string.Formatter joblib.load
      joblib.numpy_pickle.load tensorflow.py_function itertools.starmap types.FunctionType types.CodeType
      torch.storage._load_from_bytes`.split(/\s+/),
    ),
);

/** Names that only rebuild data. */
const KNOWN = new Set(
  `collections.OrderedDict collections.defaultdict collections.Counter collections.deque builtins.set builtins.frozenset
  builtins.list builtins.dict builtins.tuple builtins.bytearray builtins.bytes builtins.complex builtins.slice builtins.range
  builtins.object builtins.int builtins.float builtins.str builtins.bool __builtin__.set __builtin__.frozenset __builtin__.list
  __builtin__.dict __builtin__.tuple __builtin__.bytearray __builtin__.complex __builtin__.object __builtin__.unicode
  __builtin__.long _codecs.encode copyreg._reconstructor copy_reg._reconstructor datetime.datetime datetime.date
  datetime.timedelta datetime.timezone decimal.Decimal uuid.UUID numpy.ndarray numpy.dtype numpy.core.multiarray._reconstruct
  numpy._core.multiarray._reconstruct numpy.core.multiarray.scalar numpy._core.multiarray.scalar
  numpy.core.numeric._frombuffer numpy._core.numeric._frombuffer torch.Size torch.Tensor torch.device torch.dtype torch.FloatStorage
  torch.nn.parameter.Parameter torch.nn.Parameter torch.nn.parameter.Buffer torch._utils._rebuild_tensor
  torch._utils._rebuild_tensor_v2 torch._utils._rebuild_tensor_v3 torch._utils._rebuild_parameter
  torch._utils._rebuild_parameter_with_state torch._utils._rebuild_qtensor torch._utils._rebuild_sparse_tensor
  torch._utils._rebuild_meta_tensor_no_storage torch._utils._rebuild_nested_tensor torch._utils._rebuild_wrapper_subclass
  torch._utils._rebuild_device_tensor_from_numpy torch._utils._rebuild_device_tensor_from_cpu_tensor
  torch._tensor._rebuild_from_type_v2 torch.serialization._get_layout torch.storage.UntypedStorage torch.storage.TypedStorage
  joblib.numpy_pickle.NumpyArrayWrapper joblib.numpy_pickle_compat.NDArrayWrapper torch.jit._pickle.build_intlist
  torch.jit._pickle.build_tensorlist torch.jit._pickle.build_doublelist torch.jit._pickle.build_boollist`.split(/\s+/),
);

/** The types of storages and numbers of PyTorch. */
const TYPES =
  /^torch\.(?:(?:cuda\.)?(?:BFloat16|Bool|Byte|Char|ComplexDouble|ComplexFloat|Double|Float|Half|Int|Long|Short|Untyped|QInt8|QInt32|QUInt8)(?:Storage|Tensor)|(?:b?float|u?int|complex|q?u?int)\w{1,8}|bool|half|double|long|short|per_\w+_affine)$/;

/** Creates an import. A completely unknown name can be anything. */
export function createImport(module: string | undefined, name: string | undefined): PickleImport {
  return { module: clean(module ?? '?'), name: clean(name ?? '?'), risk: riskOf(module, name) };
}

function riskOf(module: string | undefined, name: string | undefined): PickleImport['risk'] {
  if (module === undefined || name === undefined) return 'runs_code';
  const path = `${module}.${name}`;
  if (KNOWN.has(path) || TYPES.test(path)) return 'known';
  if (NAMES.has(path) || prefixes(path).some((prefix) => MODULES.has(prefix))) return 'runs_code';
  // A name may go through modules: `os.system` of `torch.serialization`.
  const parts = name.split('.');
  const isHidden = parts.some((_, start) => {
    const inner = parts.slice(start).join('.');
    return NAMES.has(inner) || prefixes(inner).some((prefix) => MODULES.has(prefix));
  });
  return isHidden ? 'runs_code' : 'other';
}

/** Lists what is before each dot of a path. */
function prefixes(path: string): readonly string[] {
  return [...path.matchAll(/\./g)].map(({ index }) => path.slice(0, index));
}
