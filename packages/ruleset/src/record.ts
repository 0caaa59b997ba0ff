import { isMarked, jsonSchema, type Node, type Operation, propertiesOf, successes } from './contract.js';

/** What a write operation takes and what it answers with, property by property. */
export interface Write {
  operation: Operation;
  /** Schema of the request body, where the operation names it. */
  body: Node;
  taken: Map<string, Node>;
  answered: Map<string, Node>;
}

/** What an operation takes and answers with; undefined when either is not a JSON object with properties. */
export function writeOf(operation: Operation): Write | undefined {
  const body = jsonSchema(operation.node.child('requestBody')?.target());
  const taken = propertiesOf(body);
  const answered = propertiesOf(jsonSchema(successes(operation)[0]?.node));
  return body && taken.size > 0 && answered.size > 0 ? { operation, body, taken, answered } : undefined;
}

/** What a request must not do with a property of the record; undefined when nothing is wrong. */
export function misuse(property: Node, record: Node | undefined): string | undefined {
  if (isMarked(property, 'writeOnly')) return undefined;
  if (!record) return 'is not a property of the record';
  if (isMarked(record, 'readOnly')) return 'is read-only in the record';
  return shape(property) === shape(record) ? undefined : 'has another schema than in the record';
}

const ANNOTATIONS = ['title', 'description', 'default', 'examples', 'readOnly', 'writeOnly', 'deprecated'];

/** A schema as text that is equal for equal values: without annotations, and without the choice of null. */
function shape(schema: Node): string {
  const choices = schema
    .child('anyOf')
    ?.children()
    .filter((choice) => choice.child('type')?.value !== 'null');
  if (choices?.length === 1 && choices[0]) return shape(choices[0]);
  const target = schema.target() ?? schema;
  const constraints = target
    .children()
    .filter(({ key }) => !ANNOTATIONS.includes(key) && !key.startsWith('x-'))
    .map(({ key, value }) => {
      if (!Array.isArray(value) || (key !== 'type' && key !== 'enum')) return [key, value];
      const choice = value.filter((item) => item !== null && item !== 'null');
      return [key, key === 'type' && choice.length === 1 ? choice[0] : choice];
    })
    .sort(([a], [b]) => (String(a) < String(b) ? -1 : 1));
  return JSON.stringify(constraints);
}
