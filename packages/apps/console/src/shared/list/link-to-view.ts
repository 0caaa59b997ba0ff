import type { View } from '@aispm/client';
import type { ListId } from '../contract/lists.ts';
import { OBJECT_TYPES } from '../contract/object-types.ts';
import type { Search } from '../links/search.ts';

/** The screen and tab of each list that has views. */
const SCREENS: Partial<Record<ListId, { to: string; search?: Search }>> = {
  ...Object.fromEntries(OBJECT_TYPES.map(({ list, segment }) => [list, { to: segment }])),
  listIssues: { to: 'issues' },
  listFineGrainedIssues: { to: 'occurrences' },
  listRules: { to: 'rules' },
  listScans: { to: 'scans' },
  listLlmInteractions: { to: 'runtime' },
  listAgentEvaluations: { to: 'evaluations' },
  listEvaluationRuns: { to: 'evaluations', search: { tab: 'runs' } },
  listEvaluations: { to: 'evaluations', search: { tab: 'catalogue' } },
};

/** The entities of views by list, in `virtual:contract/values`. */
type Entities = Readonly<Record<string, string>>;

/** Returns the link to a view's list with its filters; undefined for lists without a screen. */
export function linkToView(
  { entity, filters, columns }: Pick<View, 'entity' | 'filters' | 'columns'>,
  entities: Entities,
): { to: string; search: Search } | undefined {
  const list = Object.keys(entities).find((id) => entities[id] === entity);
  const screen = SCREENS[list as ListId];
  if (screen === undefined) return undefined;
  const values = Object.entries(filters).map(([name, value]) => [name, [value].flat().map(String)] as const);
  return { to: screen.to, search: { ...Object.fromEntries(values), ...screen.search, columns: [...columns] } };
}
