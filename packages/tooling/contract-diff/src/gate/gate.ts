/** Compares two states of the contract, and checks that the version reflects the changes. */
import { isDeepStrictEqual } from 'node:util';
import { listOperations } from '@aispm/openapi';
import { isBeta } from '../changes/contract.ts';
import { findTypeChanges } from '../changes/type-changes.ts';
import { findOwnedTypes } from '../changes/type-owners.ts';
import { covers, limitForBeta, mostSevere, nextVersion, stepBetween, type Verdict } from '../changes/verdict.ts';
import { type Change, findWireChanges } from '../changes/wire-changes.ts';
import type { State } from '../releases/releases.ts';
import { checkLeadTimes, type DeprecationChange, findDeprecationChanges } from './deprecations.ts';
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
  /** What is newly deprecated, and what was deprecated and is gone. */
  deprecations: DeprecationChange[];
}

/** Compares a base with a revision: the contracts, and the types that the packages export. */
export async function compareStates(base: State, revision: State, exemptions: Exemption[] = []): Promise<Findings> {
  const wire = await findWireChanges(base.contract, revision.contract);
  if (wire.length === 0 && !isDeepStrictEqual(withoutVersion(base), withoutVersion(revision))) {
    const text = 'the contract has the same meaning in another notation';
    wire.push({ id: 'rewritten', verdict: 'patch', location: '', text, isBeta: false });
  }
  const types = compareApiReports(base, revision);
  const all = [...wire, ...types];
  const exempted = all.filter((change) => findExemption(change, exemptions));
  const required = mostSevere(all.filter((change) => !exempted.includes(change)).map(({ verdict }) => verdict));
  const deprecations = findDeprecationChanges(base.contract, revision.contract);
  return { base: base.version, revision: revision.version, wire, types, required, exempted, deprecations };
}

function compareApiReports(base: State, revision: State): Change[] {
  const operations = new Map(listOperations(base.contract).map((operation) => [operation.operationId, operation]));
  const isBetaOperation = (id: string) => isBeta(operations.get(id) ?? { definition: {} });
  const common = [...revision.apiReports].flatMap(([entryPoint, report]) => {
    const before = base.apiReports.get(entryPoint);
    if (before === undefined) return [toTypeChange('minor', entryPoint, 'is a new entry point')];
    const isOfBeta = findOwnedTypes(before, [...operations.keys()], isBetaOperation);
    return findTypeChanges(before, report).map(({ verdict, location, text }) =>
      toTypeChange(verdict, `${entryPoint} ${location}`, text, isOfBeta(location)),
    );
  });
  const removed = [...base.apiReports.keys()].filter((entryPoint) => !revision.apiReports.has(entryPoint));
  return [...common, ...removed.map((entryPoint) => toTypeChange('major', entryPoint, 'is removed'))];
}

function toTypeChange(verdict: Verdict, location: string, text: string, beta = false): Change {
  return { id: 'types', verdict: limitForBeta(verdict, beta), location, text, isBeta: beta };
}

function withoutVersion({ contract }: State): unknown {
  const { version, ...info } = contract.info;
  return { ...contract, info };
}

/**
 * Checks the version of a revision against the changes since its base, the exemptions, and the lead time of what it
 * deprecates. Returns a message with the remedy for each problem.
 *
 * @param today such as `2026-11-20`; exemptions end by it, and the lead time of a new deprecation starts with it
 */
export function checkVersion(findings: Findings, exemptions: Exemption[], today: string): string[] {
  const { base, revision, required, wire, types, deprecations } = findings;
  const problems = [...checkExemptions(exemptions, [...wire, ...types], today), ...checkLeadTimes(deprecations, today)];
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
