/** What the headers of model files say, in terms that all formats share. */
import type { PickleImport } from './pickle-imports.ts';

/** The formats that are read. */
export type ModelFormat = 'safetensors' | 'gguf' | 'pickle' | 'pytorch' | 'keras' | 'onnx';

/** The facts of one file. What its header doesn't say is left out. */
export interface ModelHeader {
  readonly format: ModelFormat;
  /** Name that the header declares. */
  readonly name?: string;
  /** Organization or person that the header declares as author. */
  readonly author?: string;
  readonly version?: string;
  /** Architecture family, such as `llama`. */
  readonly architecture?: string;
  /** License as the header writes it. */
  readonly license?: string;
  /** Number of parameters: the sum of the sizes of all tensors. */
  readonly parameters?: number;
  /** Maximum total of input and output, in tokens. */
  readonly contextWindow?: number;
  /** How weights are stored: `BF16`, or a type of GGUF such as `Q4_K_M`. */
  readonly quantization?: string;
  /** The library that wrote the file, with its version. */
  readonly library?: string;
  /** Address of the source that the header declares. */
  readonly sourceUrl?: string;
  /** What unpickling would import, each once, in order of appearance. */
  readonly imports?: readonly PickleImport[];
  /** Layers that contain code, by name. */
  readonly codeLayers?: readonly string[];
  /** Parts that could not be read; the facts above may be incomplete then. */
  readonly problems: readonly string[];
}
