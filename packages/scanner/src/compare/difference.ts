/** What differs between two scans of a repository. */
import { isDeepStrictEqual } from 'node:util';
import { groupBy } from '@aispm/domain';
import type { ScanDocument, ScannedEdge, ScannedLocation, ScannedObject, Severity } from '@aispm/types';
import { type Finding, listFindings } from '../assemble/list-findings.ts';
import { SEVERITIES } from '../core/severities.ts';

/** An agent, a model, a tool or an MCP server. */
export interface Component {
  readonly object: ScannedObject;
  /** Where it was found first; undefined when that's unknown. */
  readonly location: ScannedLocation | undefined;
}

/** A field that differs, without its value where that would be long. */
export interface ChangedField {
  readonly name: string;
  readonly before: unknown;
  readonly after: unknown;
}

/** A relation between two objects. */
export interface Relation {
  readonly from: ScannedObject;
  readonly edge: ScannedEdge['edge'];
  readonly to: ScannedObject;
}

/** What only one of two scans has, and what both have differently. */
export interface Difference {
  readonly components: {
    readonly added: readonly Component[];
    readonly removed: readonly Component[];
    readonly changed: readonly (Component & { readonly fields: readonly ChangedField[] })[];
  };
  readonly relations: { readonly added: readonly Relation[]; readonly removed: readonly Relation[] };
  readonly findings: {
    readonly added: readonly Finding[];
    readonly removed: readonly Finding[];
    /** Those that have become more severe. */
    readonly raised: readonly (Finding & { readonly before: Severity })[];
  };
}

/** Fields that identify an object in one document, or that say how it was found. */
const IGNORED: ReadonlySet<string> = new Set(['key', 'stable_key', 'object_type', 'labels']);

/**
 * Compares two scan documents of a repository: objects by their stable keys, findings by their fingerprints. Moved lines aren't a
 * difference.
 */
export function compareDocuments(base: ScanDocument, head: ScanDocument): Difference {
  const [before, after] = [readComponents(base), readComponents(head)];
  const [edgesBefore, edgesAfter] = [readRelations(base), readRelations(head)];
  const [findingsBefore, findingsAfter] = [readFindings(base), readFindings(head)];
  return {
    components: {
      added: without(after, before),
      removed: without(before, after),
      changed: [...after].flatMap(([key, component]) => {
        const fields = compareFields(before.get(key)?.object, component.object);
        return fields.length === 0 ? [] : [{ ...component, fields }];
      }),
    },
    relations: { added: without(edgesAfter, edgesBefore), removed: without(edgesBefore, edgesAfter) },
    findings: {
      added: without(findingsAfter, findingsBefore),
      removed: without(findingsBefore, findingsAfter),
      raised: [...findingsAfter].flatMap(([fingerprint, finding]) => {
        const earlier = findingsBefore.get(fingerprint)?.severity;
        const isRaised = earlier !== undefined && SEVERITIES.indexOf(finding.severity) < SEVERITIES.indexOf(earlier);
        return isRaised ? [{ ...finding, before: earlier }] : [];
      }),
    },
  };
}

function without<T>(items: ReadonlyMap<string, T>, others: ReadonlyMap<string, T>): T[] {
  return [...items].filter(([key]) => !others.has(key)).map(([, item]) => item);
}

function identify({ object_type, stable_key }: ScannedObject): string {
  return `${object_type} ${stable_key}`;
}

function readComponents({ objects, edges, locations }: ScanDocument): Map<string, Component> {
  const byKey = new Map(locations.map((location) => [location.key, location]));
  const located = groupBy(
    edges.filter(({ edge }) => edge === 'locations'),
    ({ from_key: key }) => key,
  );
  return new Map(
    objects
      .filter(({ object_type: type }) => type !== 'asset')
      .map((object) => {
        const [first] = located.get(object.key) ?? [];
        return [identify(object), { object, location: byKey.get(first?.to_key ?? '') }];
      }),
  );
}

function readRelations({ objects, edges }: ScanDocument): Map<string, Relation> {
  const byKey = new Map(objects.map((object) => [object.key, object]));
  return new Map(
    edges.flatMap(({ from_key, edge, to_key }): [string, Relation][] => {
      const [from, to] = [byKey.get(from_key), byKey.get(to_key)];
      return from && to ? [[`${identify(from)} ${edge} ${identify(to)}`, { from, edge, to }]] : [];
    }),
  );
}

function readFindings(document: ScanDocument): Map<string, Finding> {
  return new Map(listFindings(document).map((finding) => [finding.fingerprint, finding]));
}

function compareFields(before: ScannedObject | undefined, after: ScannedObject): ChangedField[] {
  if (before === undefined) return [];
  const [old, present] = [before, after].map((object) => new Map<string, unknown>(Object.entries(object)));
  const names = [...new Set([...(old?.keys() ?? []), ...(present?.keys() ?? [])])].filter((name) => !IGNORED.has(name));
  return names
    .map((name) => ({ name, before: old?.get(name), after: present?.get(name) }))
    .filter((field) => !isDeepStrictEqual(field.before, field.after));
}
