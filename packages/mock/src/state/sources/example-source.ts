/** The records and relations of the contract's examples, and the built-in rules and evaluations. */
import { findLatestEvent, type Relation } from '../../bundled/domain.ts';
import { isJsonObject, type JsonObject } from '../../bundled/openapi.ts';
import type { Operation } from '../../core/contract-types.ts';
import { type Collection, getRows, listSuccessExamples } from '../../sample-data/collections.ts';
import type { Source } from '../../sample-data/source.ts';
import { addCatalogue } from './catalogue.ts';

/** Lists of nested rows. */
const NESTED = ['listIssueHistory', 'listEvaluationRunResults', 'listScanResults'];

/** Creates the source of the contract's examples, which every workspace starts with. */
export function createExampleSource(operations: readonly Operation[], collections: readonly Collection[]): Source {
  const byName = new Map<string, Operation>(operations.map((operation) => [operation.iid, operation]));
  const listExamples = (name: string) => {
    const operation = byName.get(name);
    return operation ? listSuccessExamples(operation) : [];
  };
  const relations = readRelations(listExamples('getNeighbourhood'));
  const nested = new Map(NESTED.map((name) => [name, readRows(listExamples(name))]));
  const seeds = new Map(collections.map((collection) => [collection, addCatalogue(collection)]));
  const latest = findLatestEvent(collections.flatMap(({ seeds }) => seeds.map(({ record }) => record)));
  return {
    collections: new Map(collections.map((collection) => [collection.list.iid, collection])),
    listSeeds: (collection) => seeds.get(collection) ?? collection.seeds,
    listRelations: () => relations,
    listNested: (operation) => nested.get(operation) ?? [],
    failsRuns: false,
    isGenerated: false,
    now: () => latest,
  };
}

/** Reads the relations in the examples of neighbourhoods, without duplicates. */
function readRelations(examples: readonly unknown[]): Relation[] {
  const edges = examples.flatMap((example) =>
    isJsonObject(example) && Array.isArray(example.edges) ? (example.edges as Relation[]) : [],
  );
  return [...new Map(edges.map((edge) => [`${edge.from_id} ${edge.edge} ${edge.to_id}`, edge])).values()];
}

/** Reads the rows of all pages, without duplicates: the first property identifies a row. */
function readRows(pages: readonly unknown[]): JsonObject[] {
  const rows = pages.flatMap(getRows);
  return [...new Map(rows.map((row) => [Object.values(row)[0], row])).values()];
}
