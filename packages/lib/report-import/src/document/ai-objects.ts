import type {
  ScanDocument,
  ScannedEdge,
  ScannedLocation,
  ScannedObject,
  ScannedOccurrence,
  ScannedRule,
} from '@aispm/types';
import type { ImportLog } from '../report/import-log.ts';
import type { JsonNode } from '../report/json-node.ts';
import { type Roots, toFileLocation, toRoots } from './file-location.ts';
import { bytesForLists, countBytes } from './fit-document.ts';
import type { ImportContext } from './import-context.ts';
import { maxItems, maximum, truncate } from './limits.ts';
import { toStableKey, toWebUrl } from './names.ts';
import type { ReadObject } from './own-properties.ts';

/** A file in which an object was found. */
export interface SourceFile {
  /** The node that contains the path or URL, with an optional line at its end, such as `#L4`. */
  readonly node: JsonNode;
  readonly line: number | undefined;
}

const LIMIT_REMEDY = 'Split the report into several documents, each with its own target';
const MERGED = 'describes the same object as an earlier entry with other values; the earlier values are imported';
const MERGED_REMEDY = 'Give the two different names, package URLs or versions when they are different objects';

/** The objects of a report without duplicates by type and stable key, with their locations and findings, up to the limits of a document. */
export class AiObjects {
  readonly objects: ScannedObject[] = [];
  readonly edges: ScannedEdge[] = [];
  readonly locations: ScannedLocation[] = [];
  readonly rules: ScannedRule[] = [];
  readonly occurrences: ScannedOccurrence[] = [];
  readonly #byName = new Map<string, { object: ScannedObject; text: string }>();
  readonly #locationKeys = new Map<string, string>();
  readonly #edgeNames = new Set<string>();
  readonly #roots: Roots;
  readonly #repositoryUrl: string | undefined;
  readonly #maxObjects: number;
  #bytes: number;

  /** @param head the properties of the document that are known */
  constructor(head: Pick<ScanDocument, 'objects'> & Partial<ScanDocument>, context: ImportContext) {
    this.#roots = toRoots(context.root);
    this.#repositoryUrl = toWebUrl(context.repositoryUrl);
    this.#maxObjects = maxItems('ScanDocument.objects') - head.objects.length;
    this.#bytes = bytesForLists(head) - countBytes(head.objects);
  }

  /**
   * Adds an object with its locations, or the locations to an object that is known.
   *
   * @returns the key of the object, and whether it is new
   * @throws {ImportError} when the document is full
   */
  add(read: ReadObject, node: JsonNode, files: readonly SourceFile[], log: ImportLog): { key: string; isNew: boolean } {
    const name = `${read.object_type} ${read.stable_key}`;
    const text = JSON.stringify(read);
    const known = this.#byName.get(name);
    const object = known?.object ?? this.#addObject(read, node);
    if (known === undefined) this.#byName.set(name, { object, text });
    else if (known.text !== text) node.omit(MERGED, MERGED_REMEDY);
    for (const file of files) {
      const error = this.#addLocation(file, object);
      if (error !== undefined) log.omit(error.violation);
    }
    return { key: object.key, isNew: known === undefined };
  }

  #addObject(read: ReadObject, node: JsonNode): ScannedObject {
    const prefix = read.object_type.replace('_', '-');
    const object = { ...read, key: `${prefix}-${this.objects.length + 1}` } as ScannedObject;
    if (this.objects.length === this.#maxObjects)
      throw node.error(`exceeds the ${this.#maxObjects} AI objects that one scan can have`, LIMIT_REMEDY);
    if (!this.#takeBytes(object)) throw node.error('exceeds the bytes that one scan can have', LIMIT_REMEDY);
    this.objects.push(object);
    return object;
  }

  /**
   * Adds a part to a list of the document.
   *
   * @throws {ImportError} when the document is full
   */
  push<Name extends 'edges' | 'rules' | 'occurrences'>(
    name: Name,
    part: AiObjects[Name][number],
    node: JsonNode,
  ): void {
    const max = maxItems(`ScanDocument.${name}`);
    if (this[name].length === max) throw node.error(`exceeds the ${max} ${name} that one scan can have`, LIMIT_REMEDY);
    if (!this.#takeBytes(part)) throw node.error('exceeds the bytes that one scan can have', LIMIT_REMEDY);
    (this[name] as (typeof part)[]).push(part);
  }

  /** Adds a location of an object; returns why it can't be added. */
  #addLocation(file: SourceFile, object: ScannedObject) {
    const location = this.#readLocation(file, object.stable_key);
    if (location === undefined) return undefined;
    const key = this.#locationKeys.get(location.stable_key) ?? location.key;
    const edge: ScannedEdge = { from_key: object.key, edge: 'locations', to_key: key };
    const edgeName = `${object.key} ${key}`;
    if (this.#edgeNames.has(edgeName)) return undefined;
    const isNew = key === location.key;
    for (const [name, isAdded] of [
      ['locations', isNew],
      ['edges', true],
    ] as const) {
      const max = maxItems(`ScanDocument.${name}`);
      if (isAdded && this[name].length === max)
        return file.node.error(`exceeds the ${max} ${name} that one scan can have`, LIMIT_REMEDY);
    }
    if (!this.#takeBytes(isNew ? [edge, location] : edge))
      return file.node.error('exceeds the bytes that one scan can have', LIMIT_REMEDY);
    if (isNew) this.locations.push(location);
    this.#locationKeys.set(location.stable_key, key);
    this.#edgeNames.add(edgeName);
    this.edges.push(edge);
    return undefined;
  }

  #readLocation({ node, line }: SourceFile, objectName: string): ScannedLocation | undefined {
    const [path = '', fragment] = (node.string() ?? '').split(/#L(?=\d)/);
    const file = path === '' ? undefined : toFileLocation(path, this.#roots, node);
    if (file === undefined) return undefined;
    const startLine = line ?? Number.parseInt(fragment ?? '', 10);
    const hasLine = startLine >= 1 && startLine <= maximum('ScannedLocation.start_line');
    return {
      key: `location-${this.locations.length + 1}`,
      stable_key: toStableKey(`${file.name}#${objectName}`),
      aispm_friendly_name: truncate(file.name.split('/').at(-1) || file.name, 'ScannedLocation.aispm_friendly_name'),
      location_type: 'file',
      ...(this.#repositoryUrl !== undefined && { repository_url: this.#repositoryUrl }),
      ...(file.path !== undefined && { file_path: file.path }),
      ...(file.url !== undefined && { url: file.url }),
      ...(hasLine && { start_line: startLine, end_line: startLine }),
    };
  }

  /** Takes the bytes of a part from those that remain; returns whether they suffice. */
  #takeBytes(part: unknown): boolean {
    const bytes = countBytes(part);
    if (bytes > this.#bytes) return false;
    this.#bytes -= bytes;
    return true;
  }
}
