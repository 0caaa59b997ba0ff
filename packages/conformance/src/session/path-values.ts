/** Finds values for the path parameters of operations. */
import { findList } from '../contract/lists.ts';
import { findParameter, type Json, type Operation, placeholderNames } from '../contract/operation.ts';
import type { Reason } from './results.ts';
import type { Session } from './session.ts';

/** Sets of path parameters, or the reason why there are none. */
export type PathValues = { sets: [Json, ...Json[]]; reason?: undefined } | { sets: []; reason: Reason };

/** The sets that a search has found so far. */
interface Search {
  sets: Json[];
  /** Why there may be none. */
  reason?: Reason;
  /** Whether a value is the name of a record of the run, which is only created with `write`. */
  hasOwnName: boolean;
}

/**
 * Finds values for the path parameters of an operation: first from records that the run created, then from rows of the lists
 * along the path. A parameter without a list gets the name of the run.
 *
 * @param count maximum number of sets
 */
export async function findPathValues(session: Session, operation: Operation, count = 1): Promise<PathValues> {
  let search: Search = { sets: [{}], hasOwnName: false };
  for (const name of placeholderNames(operation.path)) {
    search = await addParameter(session, operation, name, search, count);
    if (search.sets.length === 0) break;
  }
  const [first, ...others] = search.sets.map((set) => selectPathParameters(operation, set));
  if (first) return { sets: [first, ...others] };
  return { sets: [], reason: search.reason ?? { kind: 'no-data', text: 'there is no data' } };
}

/** Paths whose identifiers are rows of a list with another path: the graph contains the objects of all lists. */
const OTHER_LISTS: Readonly<Record<string, string>> = Object.fromEntries(
  [['aispm-graph', 'aispm-agents']].map((names) =>
    names.map((name) => `/${name}/tenants/{tenant_id}/workspaces/{workspace_id}`),
  ),
);

/** Adds the values of a parameter to the sets of the parameters before it. */
async function addParameter(
  session: Session,
  operation: Operation,
  name: string,
  search: Search,
  count: number,
): Promise<Search> {
  const { sets, hasOwnName } = search;
  const setAll = (value: unknown): Search => ({ ...search, sets: sets.map((set) => ({ ...set, [name]: value })) });
  const placeholder = `{${name}}`;
  const parent = operation.path.slice(0, operation.path.indexOf(placeholder) - 1);
  const values = findParameter(operation, 'path', name)?.schema.enum;
  const created = session.findRecord(`${parent}/${placeholder}`);
  const list = session.findOperation('GET', OTHER_LISTS[parent] ?? parent);
  if (name in session.scope) return setAll(session.scope[name]);
  if (values) {
    const own = count > 1 ? values : values.slice(0, 1);
    return { ...search, sets: own.flatMap((value) => sets.map((set) => ({ ...set, [name]: value }))).slice(0, count) };
  }
  if (created && (count === 1 || !list)) return { ...search, sets: [{ ...session.scope, ...created }] };
  if (list && findList(list)) {
    const found = await Promise.all(sets.map((set) => addRowIds(session, list, name, set)));
    const own = created ? [{ ...session.scope, ...created }] : [];
    const others = found.flat().filter((set) => set[name] !== created?.[name]);
    const reason: Reason = hasOwnName
      ? { kind: 'excluded', text: 'needs --write' }
      : { kind: 'no-data', text: `${list.id} returns no record` };
    return { sets: [...own, ...others].slice(0, count), reason, hasOwnName };
  }
  if (session.findOperation('POST', parent)) {
    return { sets: [], reason: { kind: 'excluded', text: 'needs --write' }, hasOwnName };
  }
  return { ...setAll(session.name), hasOwnName: true };
}

async function addRowIds(session: Session, list: Operation, name: string, set: Json): Promise<Json[]> {
  const ids = await session.getRowIds(list, selectPathParameters(list, set), name);
  return ids.map((id) => ({ ...set, [name]: id }));
}

/** Returns only the values that the path of an operation contains. */
function selectPathParameters({ path }: Operation, values: Json): Json {
  return Object.fromEntries(Object.entries(values).filter(([name]) => path.includes(`{${name}}`)));
}
