/** Which records a mock starts with: those of its options, or those with which a kept state began. */
import { SettingError } from '../core/errors.ts';
import type { MockSnapshot, Start } from '../state/sources/mock-snapshot.ts';
import type { SourceOptions } from '../state/sources/sources.ts';
import { isScenario, SCENARIOS } from '../world/scenarios.ts';
import type { MockOptions } from './mock-options.ts';
import { readSourceOptions } from './settings.ts';

/**
 * Reads the records that a mock starts with.
 *
 * @param kept the state that the mock continues with
 * @param name what messages call that state
 * @throws {SettingError} when an option has an invalid value, or contradicts the kept state
 */
export function readStart(
  options: MockOptions,
  kept: MockSnapshot | undefined,
  name = 'The state',
): { sourceOptions: SourceOptions; start: Start } {
  const chosen = readSourceOptions(options);
  const wanted: Start = { ...chosen, scenario: findName(chosen.scenario) };
  const { rows, seed, isShifted, startedMs, scenario } = kept?.start ?? wanted;
  if (!isScenario(scenario))
    throw new SettingError(`${name} has the unknown scenario "${scenario}". Delete it to start again.`);
  const start: Start = { scenario, rows, seed, isShifted, startedMs };
  const given = {
    scenario: options.scenario ?? (options.dynamic ? wanted.scenario : undefined),
    rows: options.rows,
    seed: typeof options.seed === 'string' ? options.seed : undefined,
  };
  for (const option of ['scenario', 'rows', 'seed'] as const) {
    if (given[option] === undefined || given[option] === start[option]) continue;
    const contradiction = `${name} began with ${option} ${start[option]}; got ${given[option]}`;
    throw new SettingError(`${contradiction}. Use the same ${option}, or another file.`);
  }
  return { sourceOptions: { ...start, scenario: SCENARIOS[scenario] }, start };
}

function findName(scenario: SourceOptions['scenario']): string {
  return Object.entries(SCENARIOS).find(([, known]) => known === scenario)?.[0] ?? '';
}
