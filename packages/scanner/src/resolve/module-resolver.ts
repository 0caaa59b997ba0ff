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
}

/** The paths of all files of the repository, and of their folders. */
export interface PathSet {
  readonly hasFile: (path: string) => boolean;
  readonly hasFolder: (path: string) => boolean;
}
