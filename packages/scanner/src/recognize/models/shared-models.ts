/** Models that a setting of a framework gives to all agents without one of their own: `Settings.llm = OpenAI(model="gpt-5")`. */

import type { Expression } from '../../facts/facts.ts';
import type { DetectedObject } from '../../graph/graph.ts';
import { mutationsOf } from '../../resolve/mutations.ts';
import type { Project } from '../../resolve/project.ts';
import { type InstanceValue, optionsOf, type SourcePosition } from '../../resolve/values.ts';
import type { AgentComponent, Entry, Recognizer } from '../shared/framework.ts';
import { isExample } from '../shared/relevance.ts';

/** Relates an agent to the models of the setting in its file, otherwise in files connected by imports. */
export function relateSharedModel(
  recognizer: Recognizer,
  agent: DetectedObject<'agent'>,
  { position }: InstanceValue,
  entry: Entry<AgentComponent>,
): void {
  const { sharedModel } = entry.framework;
  if (sharedModel === undefined || position === undefined) return;
  const { evaluator } = recognizer;
  const { areConnected } = evaluator.project;
  const found = assignmentsOf(evaluator.project, sharedModel.property).filter(
    (each) =>
      areConnected(each.position.file, position.file) &&
      optionsOf(evaluator.evaluate(each.object, each.position)).some(
        (option) => option.kind === 'symbol' && sharedModel.symbols.some((symbol) => isSymbol(option.symbol, symbol)),
      ),
  );
  const own = found.filter((each) => each.position.file === position.file);
  for (const each of own.length > 0 ? own : found)
    recognizer.relateModels(agent, evaluator.evaluate(each.value, each.position), entry);
}

/** Whether a symbol is one of a module or of a module below it. */
function isSymbol(symbol: string, wanted: string): boolean {
  const [module = '', name = ''] = symbol.split(':');
  const [wantedModule = '', wantedName = ''] = wanted.split(':');
  return name === wantedName && (module === wantedModule || module.startsWith(`${wantedModule}.`));
}

interface Assignment {
  readonly position: SourcePosition;
  /** The object whose property is assigned to. */
  readonly object: Expression;
  readonly value: Expression;
}

const assignmentsByProject = new WeakMap<Project, Map<string, readonly Assignment[]>>();

/** Lists the assignments to properties with a name. They are searched once, not for each agent. */
function assignmentsOf(project: Project, property: string): readonly Assignment[] {
  const byProperty = assignmentsByProject.get(project) ?? new Map<string, readonly Assignment[]>();
  assignmentsByProject.set(project, byProperty);
  const known = byProperty.get(property);
  if (known !== undefined) return known;
  const found = [...project.files.values()]
    .filter(({ path }) => !isExample(path))
    .flatMap((facts) =>
      mutationsOf(facts).flatMap(({ object, change, position, value }) =>
        change === 'replace' && object.kind === 'member' && object.name === property
          ? [{ position, object: object.object, value }]
          : [],
      ),
    );
  byProperty.set(property, found);
  return found;
}
