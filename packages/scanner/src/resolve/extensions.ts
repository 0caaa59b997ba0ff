/** Extension methods of C#: functions that are called like methods of another object. */
import { posix } from 'node:path';
import { groupBy } from '@aispm/domain';
import type { Evaluator } from './evaluator.ts';
import type { Project } from './project.ts';
import type { FunctionValue, Value } from './values.ts';

type Extension = Pick<FunctionValue, 'file' | 'scope'>;

const extensionsByProject = new WeakMap<Project, ReadonlyMap<string, readonly Extension[]>>();

/** Lists the extension methods of a repository by their names. */
function extensionsOf(project: Project): ReadonlyMap<string, readonly Extension[]> {
  const known = extensionsByProject.get(project);
  if (known !== undefined) return known;
  const found = [...project.files.values()].flatMap((facts) =>
    facts.language !== 'csharp'
      ? []
      : facts.scopes.flatMap((scope, index) =>
          scope.parameters[0]?.isReceiver ? [{ name: scope.name, file: facts.path, scope: index }] : [],
        ),
  );
  const byName = groupBy(found, ({ name }) => name);
  extensionsByProject.set(project, byName);
  return byName;
}

/**
 * Returns the extension method that a member of an object is, bound to the object: `builder.AddDesk`. Of several with the same name, it is
 * the one that is nearest to the file.
 *
 * @param member what the object itself has under that name
 */
export function extensionOf(
  { project }: Evaluator,
  object: Value,
  member: Value,
  name: string,
  from: string,
): FunctionValue | undefined {
  if (project.files.get(from)?.language !== 'csharp' || project.libraryMethods.has(name)) return undefined;
  // A method of the object comes before an extension; what libraries have is unknown.
  if (member.kind === 'function' || object.kind === 'class' || object.kind === 'module') return undefined;
  const [best] = (extensionsOf(project).get(name) ?? []).toSorted(
    (a, b) => distance(a.file, from) - distance(b.file, from) || (a.file < b.file ? -1 : 1),
  );
  return best === undefined ? undefined : { kind: 'function', file: best.file, scope: best.scope, self: object };
}

/** The number of folders between two files. */
function distance(a: string, b: string): number {
  return posix.relative(posix.dirname(a), posix.dirname(b)).split('/').filter(Boolean).length;
}
