/** The mutation test of the catalogue: which entries can be removed without anybody noticing. */
import type { Framework } from '../../../src/recognize/shared/framework.ts';
import { type CatalogueCase, readCase } from './find.ts';

/** Lists the entries without which every case still finds what it has to find. */
export async function findSurvivors(
  frameworks: readonly Framework[],
  cases: readonly CatalogueCase[],
): Promise<readonly string[]> {
  const readers = await Promise.all(
    cases.map(async (each) => ({ ...each, find: await readCase(each), text: Object.values(each.sources).join('\n') })),
  );
  return frameworks.flatMap((framework) => {
    const own = readers.filter(({ text }) => framework.modules.some((module) => text.includes(module)));
    return framework.components.flatMap((component) => {
      const components = framework.components.filter((each) => each !== component);
      const mutated = frameworks.map((each) => (each === framework ? { ...framework, components } : each));
      const isNoticed = own.some(({ find, found }) => find(mutated).join('\n') !== found.join('\n'));
      return isNoticed ? [] : [`${framework.title}: ${component.role} ${component.symbols[0]}`];
    });
  });
}
