/** How a language finds the file that a module name means. */

/** Finds the file that a module name means in one language. */
export interface ModuleResolver {
  /**
   * Returns the candidates, best first, among the paths of the repository: a file, or a folder of modules with a trailing `/`.
   *
   * @param module the name as written
   * @param from path of the importing file
   */
  readonly candidates: (module: string, from: string, paths: PathSet) => readonly string[];
  /** Joins a module name and a name inside of it to the name of a module: `a`, `b` to `a.b`. */
  readonly submodule: (module: string, name: string) => string;
  /** All candidates together are the module, such as the files of a package of Go. */
  readonly isPackageOfFiles?: boolean;
  /** A name that no file defines may be of any of the modules that are imported as a whole, such as namespaces of C#. */
  readonly areStarsAmbiguous?: boolean;
}

/** The paths of all files of the repository, and of their folders. */
export interface PathSet {
  readonly hasFile: (path: string) => boolean;
  readonly hasFolder: (path: string) => boolean;
  /** Lists the files that are directly in a folder; the empty text is the root. */
  readonly filesIn: (folder: string) => readonly string[];
  /** What names of modules mean in parts of the repository, best first. */
  readonly aliases?: readonly ModuleAlias[];
  /** First parts of the names of Python modules that are never files of the repository. */
  readonly frameworkModules?: ReadonlySet<string>;
}

/** A name of modules that settings of the repository define. */
export interface ModuleAlias {
  /** The folder in whose files it applies; empty for all. */
  readonly folder: string;
  /** The name. One `*` stands for any string. */
  readonly pattern: string;
  /** Paths without suffix, with `*` for that string, best first. */
  readonly targets: readonly string[];
}
