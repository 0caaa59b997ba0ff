/** The elements of an SPDX 3 document and their relationships. */
import type { ImportLog } from '../report/import-log.ts';
import type { JsonNode } from '../report/json-node.ts';
import { parseJson } from '../report/read-report.ts';
import { wrongFormat } from '../report/report-format.ts';

/** The context of the versions whose serialization is read. */
const CONTEXT = /^https:\/\/spdx\.org\/rdf\/3\.0(?:\.\d{1,4})?\/spdx-context\.jsonld$/;

/** Values that mean unknown or none. */
const NO_VALUES: readonly string[] = ['NOASSERTION', 'NONE'];

/** A relationship from one element to others. */
export interface SpdxRelationship {
  readonly node: JsonNode;
  readonly type: string | undefined;
  readonly from: string | undefined;
  /** The identifiers of the others. */
  readonly to: readonly string[];
}

/** An SPDX 3 document. */
export class SpdxGraph {
  readonly elements: readonly JsonNode[];
  readonly #byId = new Map<string, JsonNode>();
  readonly #byFrom: ReadonlyMap<string | undefined, readonly SpdxRelationship[]>;

  /** @throws {ImportError} if the graph isn't an array */
  constructor(root: JsonNode) {
    const graph = root.get('@graph');
    this.elements = graph.exists ? graph.requireArray().items() : [root];
    for (const element of this.elements) {
      const id = readId(element);
      if (id === undefined) continue;
      if (this.#byId.has(id))
        element.omit('has the identifier of an earlier element, which is the one that relationships name');
      else this.#byId.set(id, element);
    }
    const relationships = this.elements.filter(isRelationship).map((node) => ({
      node,
      type: node.get('relationshipType').string(),
      from: node.get('from').string(),
      to: node
        .get('to')
        .items()
        .flatMap((item) => item.string() ?? []),
    }));
    this.#byFrom = Map.groupBy(relationships, ({ from }) => from);
  }

  /** Returns the element with an identifier. */
  find(id: string | undefined): JsonNode | undefined {
    return id === undefined ? undefined : this.#byId.get(id);
  }

  /** Returns the relationships of some types that start at an element. */
  listFrom(element: JsonNode, ...types: readonly string[]): SpdxRelationship[] {
    const id = readId(element);
    const all = this.find(id) === element ? (this.#byFrom.get(id) ?? []) : [];
    return all.filter(({ type }) => type !== undefined && types.includes(type));
  }
}

/** Returns the identifier of an element. */
export function readId(element: JsonNode): string | undefined {
  return element.get('spdxId').string() ?? element.get('@id').string();
}

/** Returns the type of an element, such as `ai_AIPackage`. */
export function readType(element: JsonNode): string | undefined {
  return element.get('type').string() ?? element.get('@type').string();
}

/** Returns whether an element is a relationship, such as an assessment of a vulnerability. */
export function isRelationship(element: JsonNode): boolean {
  return readType(element)?.endsWith('Relationship') === true;
}

/** Reads a string; undefined when it is unknown. */
export function readStated(node: JsonNode): string | undefined {
  const text = node.string();
  return text === undefined || NO_VALUES.includes(text) ? undefined : text;
}

/**
 * Parses an SPDX 3 document.
 *
 * @returns its root
 * @throws {ImportError} if the text isn't an SPDX document, or has another version
 */
export function readSpdxRoot(text: string, log: ImportLog): JsonNode {
  const root = parseJson(text, log).requireObject();
  const context = root.get('@context');
  if (!context.exists) {
    throw wrongFormat(
      root,
      'an SPDX 3 document',
      'Provide an SPDX 3.0 document as JSON-LD, with "@context" and "@graph"',
    );
  }
  const contexts = [context.value].flat();
  if (contexts.some((item) => typeof item === 'string' && CONTEXT.test(item))) return root;
  throw context.error('must be the SPDX 3.0 context, such as https://spdx.org/rdf/3.0.1/spdx-context.jsonld');
}
