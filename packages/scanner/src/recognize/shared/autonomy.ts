/**
 * How far agents act without a human, as the contract defines it. Only what sources say counts: settings of the agent, tools whose
 * calls a human has to approve, and calls that wait for a human. An agent without such a setting has no level: a human may still be watching.
 */
import { groupBy } from '@aispm/domain';
import type { ScannedAgent } from '@aispm/types';
import { isInScope } from '../../facts/scopes.ts';
import type { DetectedEdge, DetectedObject, ObjectGraph } from '../../graph/graph.ts';
import {
  type FunctionValue,
  type InstanceValue,
  itemsOf,
  optionsOf,
  stringsOf,
  type Value,
} from '../../resolve/values.ts';
import { hasRole } from './entry.ts';
import type { AgentComponent, AutonomySetting, Entry, Recognizer } from './framework.ts';

type Level = NonNullable<ScannedAgent['autonomy_level']>;
type Approval = 'always' | 'sometimes';

/** What is known in addition to the document's fields, while sources are read. */
const approvals = new WeakMap<DetectedObject, Approval>();
const levels = new WeakMap<DetectedObject, Level>();
const coveredTools = new WeakMap<DetectedObject, ReadonlySet<string>>();
const incomplete = new WeakSet<DetectedObject>();

/** The modes of permission of Claude Code and the Claude Agent SDK. */
export const CLAUDE_PERMISSION_MODES: Readonly<Record<string, Level>> = {
  plan: 'human_in_loop',
  default: 'supervised',
  acceptEdits: 'supervised',
  dontAsk: 'autonomous',
  bypassPermissions: 'autonomous',
};

/** Records what the settings of an agent say. The first setting that says something counts. */
export function recordSettings(
  recognizer: Recognizer,
  agent: DetectedObject<'agent'>,
  instance: InstanceValue,
  { framework }: Entry<AgentComponent>,
): void {
  for (const setting of framework.autonomy ?? []) {
    const value = recognizer.select(instance, [setting.argument]);
    if (value === undefined) continue;
    if (setting.toolNames) {
      const names = namesIn(value);
      if (names !== undefined && names.size > 0) coveredTools.set(agent, names);
      continue;
    }
    const level = levelOf(value, setting);
    if (level !== undefined) levels.set(agent, levels.get(agent) ?? level);
  }
}

function levelOf(value: Value, { levels: byString, nodes, passed }: AutonomySetting): Level | undefined {
  const options = optionsOf(value).filter((option) => !isNothing(option));
  if (options.length === 0) return undefined;
  const strings = stringsOf(value).map((text) => text.value);
  if (nodes !== undefined) {
    const names = options.flatMap((option) => (option.kind === 'list' ? option.items : [option])).flatMap(stringsOf);
    if (names.length === 0) return undefined;
    return names.some((name) => nodes.includes(name.value)) ? 'human_in_loop' : 'supervised';
  }
  // Of several possible values, none is certain.
  const found =
    byString === undefined ? [] : strings.map((text) => (Object.hasOwn(byString, text) ? byString[text] : undefined));
  if (found.length > 0) return new Set(found).size === 1 ? found[0] : undefined;
  return options.every(({ kind }) => kind !== 'unknown' && kind !== 'environment') ? passed : undefined;
}

function isNothing(value: Value): boolean {
  return (
    (value.kind === 'constant' && (value.value === null || value.value === false)) ||
    (value.kind === 'symbol' && /:undefined$/.test(value.symbol)) ||
    (value.kind === 'list' && value.items.length === 0 && value.isComplete) ||
    (value.kind === 'dictionary' && value.entries.length === 0 && value.isComplete)
  );
}

/** The names for which a dictionary has something else than false; undefined when they are unknown. */
function namesIn(value: Value): ReadonlySet<string> | undefined {
  const names = new Set<string>();
  for (const option of optionsOf(value)) {
    if (option.kind !== 'dictionary') return undefined;
    for (const { key, value: inner } of option.entries) if (!isNothing(inner)) names.add(key);
  }
  return names;
}

/** Records whether a human has to approve what a tool or an MCP server does. */
export function recordApproval(found: DetectedObject, value: Value | undefined): void {
  for (const option of value === undefined ? [] : optionsOf(value)) {
    const approval = approvalOf(option);
    if (approval !== undefined) approvals.set(found, approval);
  }
}

function approvalOf(value: Value): Approval | undefined {
  if (value.kind === 'constant') return value.value === true ? 'always' : undefined;
  if (value.kind === 'string') return /^always/.test(value.value) ? 'always' : undefined;
  // A function decides for each call.
  if (value.kind === 'function') return 'sometimes';
  return value.kind === 'dictionary' && value.entries.some(({ key }) => /^always/.test(key)) ? 'sometimes' : undefined;
}

/** Records that an agent has tools that are unknown. */
export function recordUnknownTool(agent: DetectedObject): void {
  incomplete.add(agent);
}

/** Records that a human takes part in what an agent does. */
export function recordSupervision(agent: DetectedObject<'agent'>): void {
  levels.set(agent, levels.get(agent) ?? 'supervised');
}

/** Records that the function of a tool waits for a human. */
export function recordWaiting(recognizer: Recognizer, tool: DetectedObject<'tool'>, value: FunctionValue): void {
  if (waitsForPerson(recognizer, value)) approvals.set(tool, approvals.get(tool) ?? 'sometimes');
}

/** Records that a function among the arguments of a call that creates a tool waits for a human. */
export function recordWaitingArguments(
  recognizer: Recognizer,
  tool: DetectedObject<'tool'>,
  instance: InstanceValue,
): void {
  const { call, position, frame } = instance;
  const { evaluator, symbols } = recognizer;
  const isUsed = symbols.namesOfRole('approval').some((name) => evaluator.project.callsByName.has(name));
  if (call === undefined || position === undefined || !isUsed) return;
  for (const { value } of call.arguments) {
    for (const item of itemsOf(evaluator.evaluate(value, position, frame)))
      if (item.kind === 'function') recordWaiting(recognizer, tool, item);
  }
}

/** Returns whether a function calls something of the catalogue that waits for a human. */
function waitsForPerson({ evaluator, symbols, entryOf }: Recognizer, value: FunctionValue): boolean {
  const facts = evaluator.project.files.get(value.file);
  if (facts === undefined) return false;
  return symbols.namesOfRole('approval').some((name) =>
    (evaluator.project.callsByName.get(name) ?? []).some(({ file, call, context }) => {
      if (file !== value.file || !isInScope(facts, context.scope, value.scope)) return false;
      const created = evaluator.evaluate(call, { file, ...context });
      return optionsOf(created).some((option) => hasRole(entryOf(option), 'approval'));
    }),
  );
}

/** Sets the level of every agent of which sources say something. */
export function assignAutonomy(graph: ObjectGraph): void {
  const edgesOf = groupBy(graph.edges(), ({ from }) => from);
  for (const agent of graph.agents()) {
    const level = levels.get(agent) ?? levelOfTools(agent, edgesOf.get(agent) ?? []);
    if (level !== undefined) agent.fields.autonomy_level ??= level;
  }
}

function levelOfTools(agent: DetectedObject<'agent'>, own: readonly DetectedEdge[]): Level | undefined {
  const acting = own.filter(({ edge }) => edge === 'tools' || edge === 'mcp_servers').map(({ to }) => to);
  const covered = coveredTools.get(agent);
  const found = acting.map((each) => (covered?.has(each.name) ? 'always' : approvals.get(each)));
  if (covered === undefined && found.every((approval) => approval === undefined)) return undefined;
  const isEach = found.length > 0 && found.every((approval) => approval === 'always');
  const isKnown = !incomplete.has(agent) && !own.some(({ edge }) => edge === 'sub_agents');
  return isEach && isKnown ? 'human_in_loop' : 'supervised';
}
