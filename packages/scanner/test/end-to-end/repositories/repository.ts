/** What the repositories of the tests have in common: their files, what the service finds in them, and how they are fixed. */

/** The contents of files by path. */
export type Files = Readonly<Record<string, string>>;

/** A finding that a repository must have. */
export interface ExpectedFinding {
  readonly rule: string;
  /** Name of the object that the finding is about. */
  readonly object: string;
  /** Path of the file, and a part of the line to which the finding points. */
  readonly file: string;
  readonly line: string;
}

/** A repository with weaknesses. */
export interface Repository {
  /** The target of its scans. */
  readonly target: string;
  readonly files: Files;
  readonly findings: readonly ExpectedFinding[];
  /** A later change of the repository, and the further finding that it causes. */
  readonly change?: { readonly edits: Edits; readonly finding: ExpectedFinding };
  /** After these edits it has no findings. */
  readonly fixes: Edits;
}

/** Replacements of strings, by path. */
type Edits = Readonly<Record<string, readonly (readonly [before: string, after: string])[]>>;

/** Returns files after edits. */
export function edit(files: Files, edits: Edits): Files {
  return Object.fromEntries(
    Object.entries(files).map(([path, text]) => [
      path,
      (edits[path] ?? []).reduce((edited, [before, after]) => replaceOnce(path, edited, before, after), text),
    ]),
  );
}

function replaceOnce(path: string, text: string, before: string, after: string): string {
  if (text.split(before).length !== 2) throw new Error(`${path} does not have exactly one "${before}".`);
  return text.replace(before, () => after);
}
