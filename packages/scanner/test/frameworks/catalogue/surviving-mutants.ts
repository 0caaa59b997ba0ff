/** The mutation test of the catalogue: which entries can be removed without anybody noticing. */
import type { Framework } from '../../../src/recognize/shared/framework.ts';
import { type CatalogueCase, readCase } from './find.ts';

/** An entry of the catalogue. */
export interface Entry {
  readonly framework: Framework;
  readonly component: Framework['components'][number];
}

/** Lists the entries of frameworks. */
export const listEntries = (frameworks: readonly Framework[]): readonly Entry[] =>
  frameworks.flatMap((framework) => framework.components.map((component) => ({ framework, component })));

/** Names an entry. */
export const nameOf = ({ framework, component }: Entry) =>
  `${framework.title}: ${component.role} ${component.symbols[0]}`;

/** Returns those of some entries without which every case still finds what it has to find. */
export async function findSurvivingMutants(
  entries: readonly Entry[],
  cases: readonly CatalogueCase[],
  frameworks: readonly Framework[],
): Promise<readonly string[]> {
  const readers = await Promise.all(
    cases.map(async (each) => ({ ...each, find: await readCase(each), text: Object.values(each.sources).join('\n') })),
  );
  const isNeeded = ({ framework, component }: Entry) => {
    const components = framework.components.filter((each) => each !== component);
    const mutated = frameworks.map((each) => (each === framework ? { ...framework, components } : each));
    // Sources that have one of its names probably need it: they come first, because one is enough.
    const names = component.symbols.map((symbol) => symbol.split(/[.:/]/).at(-1) ?? symbol);
    const hasName = ({ text }: { text: string }) => Number(names.some((name) => text.includes(name)));
    return readers
      .filter(({ text }) => framework.modules.some((module) => text.includes(module)))
      .toSorted((a, b) => hasName(b) - hasName(a))
      .some(({ find, found }) => find(mutated).join('\n') !== found.join('\n'));
  };
  return entries.filter((entry) => !isNeeded(entry)).map(nameOf);
}
