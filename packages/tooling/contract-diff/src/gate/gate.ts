/** Compares two states of the contract, and checks that the version reflects the changes. */
import { isDeepStrictEqual } from 'node:util';
import { findTypeChanges } from '../changes/type-changes.ts';
import { covers, mostSevere, nextVersion, stepBetween, type Verdict } from '../changes/verdict.ts';
import { type Change, findWireChanges } from '../changes/wire-changes.ts';
import type { State } from '../releases/releases.ts';
import { checkExemptions, type Exemption, findExemption } from './exemptions.ts';

/** The result of a comparison. */
export interface Findings {
  /** Version of the base. */
  base: string;
  /** Version of the revision. */
  revision: string;
  /** Changes on the wire. */
  wire: Change[];
  /** Changes of the exported types; their `id` is `types`, and their `location` starts with the entry point. */
  types: Change[];
  /** The step of the version that all changes together require, exempted ones left out. */
  required: Verdict;
  exempted: Change[];
}

/** Compares a base with a revision: the contracts, and the types that the packages export. */
export async function compareStates(base: State, revision: State, exemptions: Exemption[] = []): Promise<Findings> {
  const wire = await findWireChanges(base.contract, revision.contract);
  if (wire.length === 0 && !isDeepStrictEqual(withoutVersion(base), withoutVersion(revision))) {
    const text = 'the contract has the same meaning in another notation';
    wire.push({ id: 'rewritten', verdict: 'patch', location: '', text, isBeta: false });
  }
  const types = compareApiReports(base.apiReports, revision.apiReports);
  const all = [...wire, ...types];
  const exempted = all.filter((change) => findExemption(change, exemptions));
  const required = mostSevere(all.filter((change) => !exempted.includes(change)).map(({ verdict }) => verdict));
  return { base: base.version, revision: revision.version, wire, types, required, exempted };
}

function compareApiReports(base: State['apiReports'], revision: State['apiReports']): Change[] {
  const common = [...revision].flatMap(([entryPoint, report]) => {
    const before = base.get(entryPoint);
    if (before === undefined) return [toTypeChange('minor', entryPoint, 'is a new entry point')];
    return findTypeChanges(before, report).map(({ verdict, location, text }) =>
      toTypeChange(verdict, `${entryPoint} ${location}`, text),
    );
  });
  const removed = [...base.keys()].filter((entryPoint) => !revision.has(entryPoint));
  return [...common, ...removed.map((entryPoint) => toTypeChange('major', entryPoint, 'is removed'))];
}

function toTypeChange(verdict: Verdict, location: string, text: string): Change {
  return { id: 'types', verdict, location, text, isBeta: false };
}

function withoutVersion({ contract }: State): unknown {
  const { version, ...info } = contract.info;
  return { ...contract, info };
}

/**
 * Checks the version of a revision against the changes since its base, and the exemptions. Returns a message with the
 * remedy for each problem.
 *
 * @param today such as `2026-11-20`; exemptions end by it
 */
export function checkVersion(findings: Findings, exemptions: Exemption[], today: string): string[] {
  const { base, revision, required, wire, types } = findings;
  const problems = checkExemptions(exemptions, [...wire, ...types], today);
  const step = stepBetween(base, revision);
  if (step === undefined) {
    return [...problems, `info.version is ${revision}, which is lower than the released ${base}. Raise it.`];
  }
  if (covers(step, required)) return problems;
  return [
    ...problems,
    `The changes since ${base} require a ${required} version, and info.version is ${revision}. Set it to ` +
      `${nextVersion(base, required)} (npx changeset, then npm run version:raise -w @aispm/scripts), or revert the changes.`,
  ];
}
