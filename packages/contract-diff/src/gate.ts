/** Holds the version of a contract to what has changed in it. */
import { isDeepStrictEqual } from 'node:util';
import { type Exemption, exemptionOf, faultsOf } from './exemptions.ts';
import { type Change, judge } from './judge.ts';
import type { State } from './releases.ts';
import { compareSurfaces } from './surface.ts';
import { covers, gravest, nextVersion, stepBetween, type Verdict } from './verdict.ts';

/** What a comparison has found. */
export interface Findings {
  /** Versions that were compared. */
  from: string;
  to: string;
  /** Changes on the wire. */
  wire: Change[];
  /** Changes of the TypeScript surface; `id` is `surface`, `place` starts with the entry point. */
  surface: Change[];
  /** The step of the version that all of them take, exempted ones left out. */
  needed: Verdict;
  exempted: Change[];
}

/** Compares two states of the contract and of the packages that are made of it. */
export async function findChanges(old: State, young: State, exemptions: Exemption[] = []): Promise<Findings> {
  const wire = await judge(old.contract, young.contract);
  if (wire.length === 0 && !isDeepStrictEqual(withoutVersion(old), withoutVersion(young))) {
    wire.push({ id: 'rewritten', verdict: 'patch', place: '#', text: 'says the same in another way', beta: false });
  }
  const surface = [...young.surface].flatMap(([name, report]) => {
    const before = old.surface.get(name);
    if (before === undefined) return [surfaceChange('minor', name, 'is a new entry point')];
    return compareSurfaces(before, report).map(({ verdict, place, text }) =>
      surfaceChange(verdict, `${name} ${place}`, text),
    );
  });
  for (const name of old.surface.keys()) {
    if (!young.surface.has(name)) surface.push(surfaceChange('major', name, 'is gone'));
  }
  const all = [...wire, ...surface];
  const exempted = all.filter((change) => exemptionOf(change, exemptions));
  const needed = gravest(all.filter((change) => !exempted.includes(change)).map(({ verdict }) => verdict));
  return { from: old.version, to: young.version, wire, surface, needed, exempted };
}

function surfaceChange(verdict: Verdict, place: string, text: string): Change {
  return { id: 'surface', verdict, place, text, beta: false };
}

function withoutVersion({ contract }: State): unknown {
  const { version, ...info } = contract.info as { version: string };
  return { ...contract, info };
}

/**
 * What is wrong with a version, measured from the release before it; one line each, with what to do.
 *
 * @param today such as `2026-11-20`; exemptions end by it
 */
export function faultsOfVersion(findings: Findings, exemptions: Exemption[], today: string): string[] {
  const { from, to, needed, wire, surface } = findings;
  const faults = faultsOf(exemptions, [...wire, ...surface], today);
  const step = stepBetween(from, to);
  const smallest = nextVersion(from, needed);
  if (step === undefined) return [...faults, `info.version is ${to}, which is before the released ${from}.`];
  if (covers(step, needed)) return faults;
  return [
    ...faults,
    `The changes since ${from} are ${needed}, and info.version is ${to}: set it to ${smallest} (npx changeset, then npm run version:raise), or take the changes back.`,
  ];
}
