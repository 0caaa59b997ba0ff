import { readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { parse } from 'yaml';
import { type Derivation, deriveExample } from './derived-examples.ts';
import { readSampleRecords, type SampleRecords } from './sample-records.ts';

/** A location in Redocly's context of visitors, as far as this plugin uses it. */
interface Location {
  source: { absoluteRef: string };
  child(keys: (string | number)[]): Location;
}
interface Context {
  location: Location;
  report(problem: { message: string; location: Location }): void;
}

/**
 * Replaces each `$ref` inside the `value` of an example by the record in that file, which OpenAPI doesn't. So every record
 * of the sample data is written once, in an `examples/` folder, and used by each list, get and write example that shows it.
 * Properties next to the `$ref` are added to the record, or replace those with the same name. A value `$derive` is replaced by what
 * follows from these records and their relations.
 */
function inlineExampleRecords() {
  const records = new Map<string, unknown>();
  const read = (file: string): unknown => {
    if (!records.has(file)) records.set(file, parse(readFileSync(file, 'utf8')));
    return records.get(file);
  };
  let sampleData: SampleRecords | undefined;
  const derive = (derivation: Derivation) => {
    sampleData ??= readSampleRecords(join(import.meta.dirname, '..'));
    return deriveExample(sampleData, derivation);
  };
  return {
    Example: {
      enter(example: { value?: unknown }, { location, report }: Context) {
        const inline = (node: unknown, file: string, keys: (string | number)[]): unknown => {
          if (Array.isArray(node)) return node.map((item, index) => inline(item, file, [...keys, index]));
          if (typeof node !== 'object' || node === null) return node;
          const { $ref, ...siblings } = node as Record<string, unknown>;
          const own = Object.entries(siblings).map(([key, value]) => [key, inline(value, file, [...keys, key])]);
          if (typeof $ref !== 'string') return Object.fromEntries(own);
          const recordFile = resolve(dirname(file), $ref);
          try {
            const record = inline(read(recordFile), recordFile, keys);
            return own.length === 0 ? record : { ...(record as object), ...Object.fromEntries(own) };
          } catch (error) {
            const reason = error instanceof Error ? error.message : String(error);
            report({ message: `The example record ${$ref} cannot be read: ${reason}`, location: location.child(keys) });
            return node;
          }
        };
        const derivation = getDerivation(example.value);
        if (derivation) {
          try {
            example.value = derive(derivation);
          } catch (error) {
            const reason = error instanceof Error ? error.message : String(error);
            report({ message: `The example cannot be derived: ${reason}`, location: location.child(['value']) });
            // Otherwise the linter would report the derivation as well.
            delete example.value;
          }
        } else if ('value' in example) example.value = inline(example.value, location.source.absoluteRef, ['value']);
      },
    },
  };
}

/** Returns what an example is derived from; undefined when its value is written. */
function getDerivation(value: unknown): Derivation | undefined {
  return typeof value === 'object' && value !== null && '$derive' in value ? (value.$derive as Derivation) : undefined;
}

/** A description that consists of a link to a Markdown file. */
const GUIDE = /^\[[^\]]*\]\(([^)]+\.md)\)$/;

/** Replaces a description that is only a link to a guide, a Markdown file, by that guide. */
function inlineGuides() {
  const visitor = {
    enter(node: { description?: unknown }, { location, report }: Context) {
      const [, link] = (typeof node.description === 'string' && GUIDE.exec(node.description)) || [];
      if (link === undefined) return;
      try {
        node.description = readFileSync(resolve(dirname(location.source.absoluteRef), link), 'utf8');
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        report({ message: `The guide ${link} cannot be read: ${reason}`, location: location.child(['description']) });
      }
    },
  };
  return { Info: visitor, Tag: visitor };
}

/** Redocly's description of a type of node, as far as this plugin uses it. */
interface NodeType {
  properties: Record<string, unknown>;
}

/**
 * Tells Redocly that `x-protocol-responses` maps statuses to responses, and that `x-supported-values` is a schema. So it lints
 * them, and keeps their references to components in the bundle.
 */
function describeExtensions({
  Root,
  Schema,
  ...types
}: { Root: NodeType; Schema: NodeType } & Record<string, unknown>): Record<string, unknown> {
  return {
    ...types,
    Root: { ...Root, properties: { ...Root.properties, 'x-protocol-responses': 'ProtocolResponses' } },
    Schema: { ...Schema, properties: { ...Schema.properties, 'x-supported-values': 'Schema' } },
    ProtocolResponses: { properties: {}, additionalProperties: 'Response' },
  };
}

/** The Redocly plugin `contract`, enabled in `redocly.yaml`. */
export default function contractPlugin() {
  return {
    id: 'contract',
    preprocessors: { oas3: { 'example-records': inlineExampleRecords, guides: inlineGuides } },
    typeExtension: { oas3: describeExtensions },
  };
}
