import { DOMParser, type Element } from '@xmldom/xmldom';
import { ImportError } from '../report/import-log.ts';

/** The namespace of a bill, with its version. */
const NAMESPACE = /^http:\/\/cyclonedx\.org\/schema\/bom\/(.+)$/;

/** Elements that are arrays in JSON, by the names of their items; only those that are read or stored. */
const LISTS: Readonly<Record<string, readonly string[]>> = {
  components: ['component'],
  services: ['service'],
  tools: ['tool'],
  licenses: ['license', 'expression'],
  externalReferences: ['reference'],
  properties: ['property'],
  tags: ['tag'],
  endpoints: ['endpoint'],
  occurrences: ['occurrence'],
  datasets: ['dataset', 'ref'],
  inputs: ['input'],
  outputs: ['output'],
  performanceMetrics: ['performanceMetric'],
  users: ['user'],
  useCases: ['useCase'],
  technicalLimitations: ['technicalLimitation'],
  performanceTradeoffs: ['performanceTradeoff'],
  ethicalConsiderations: ['ethicalConsideration'],
  energyConsumptions: ['energyConsumption'],
  owners: ['owner'],
  stewards: ['steward'],
  custodians: ['custodian'],
  fairnessAssessments: ['fairnessAssessment'],
  dependencies: ['dependency'],
  vulnerabilities: ['vulnerability'],
  ratings: ['rating'],
  cwes: ['cwe'],
  advisories: ['advisory'],
  affects: ['target'],
};

/** Items that are objects in JSON with one property, which has the name of the element. */
const NAMED_ITEMS: ReadonlySet<string> = new Set(['license', 'expression', 'ref']);

/** Elements that are arrays in JSON, even when there is only one. */
const REPEATED: ReadonlySet<string> = new Set(['energyProviders', 'sensitiveData']);

/** Elements whose `value` is a number in JSON. */
const AMOUNTS: ReadonlySet<string> = new Set([
  'activityEnergyCost',
  'co2CostEquivalent',
  'co2CostOffset',
  'energyProvided',
]);

/**
 * Converts a CycloneDX bill in XML to the structure of its JSON format, as far as components, services, their model cards, dependencies and vulnerabilities go.
 * Elements of other namespaces are ignored.
 *
 * @throws {ImportError} when the text isn't well-formed, or no bill
 */
export function parseXmlBill(text: string): Record<string, unknown> {
  const root = parse(text);
  const version = NAMESPACE.exec(root.namespaceURI ?? '')?.[1];
  if (root.localName !== 'bom' || version === undefined) {
    const reason = `has the root element ${root.nodeName}, which is no bom in a namespace of CycloneDX`;
    throw new ImportError({ pointer: '', reason, remedy: 'Provide a CycloneDX document' });
  }
  return { ...toObject(root), bomFormat: 'CycloneDX', specVersion: version };
}

function parse(text: string): Element {
  let problem: string | undefined;
  try {
    // Without this function the parser writes to the console, and continues after errors.
    const onError = (level: string, message: string) => {
      if (level === 'warning') return;
      problem = message;
      throw new Error(message);
    };
    const root = new DOMParser({ onError }).parseFromString(text.trim(), 'text/xml').documentElement;
    if (root !== null) return root;
  } catch (error) {
    // The parser wraps the error of the function above.
    problem ??= (error as Error).message;
  }
  const remedy = 'Create it again with its tool; entities of a document type are not supported';
  throw new ImportError({
    pointer: '',
    reason: `is not well-formed XML (${problem ?? 'it has no root element'})`,
    remedy,
  });
}

function toValue(element: Element): unknown {
  const children = listChildren(element);
  const name = element.localName ?? '';
  const items = Object.hasOwn(LISTS, name) ? LISTS[name] : undefined;
  if (items !== undefined && children.every((child) => items.includes(child.localName ?? ''))) {
    return children.map((child) => (NAMED_ITEMS.has(child.localName ?? '') ? toMember([child]) : toValue(child)));
  }
  if (name === 'dependency') {
    return { ref: readReference(element), dependsOn: children.map(readReference) };
  }
  if (children.length > 0 || element.attributes.length > 0) return toObject(element);
  return toScalar(element);
}

function readReference(element: Element): string {
  return element.getAttribute('ref') ?? '';
}

/** Converts the attributes and children of an element to properties; the text of an element with attributes is its `value`. */
function toObject(element: Element): Record<string, unknown> {
  const attributes = Array.from(element.attributes)
    .filter(({ namespaceURI }) => !namespaceURI)
    .map(({ name, value }) => [name, value] as const);
  const children = listChildren(element);
  const text = children.length === 0 ? (element.textContent ?? '').trim() : '';
  return {
    ...Object.fromEntries(attributes),
    ...toMember(children),
    ...(text !== '' && { value: text }),
  };
}

/** Converts elements to properties by their names; several with the same name are an array. */
function toMember(elements: readonly Element[]): Record<string, unknown> {
  const groups = Map.groupBy(elements, (element) => element.localName ?? '');
  return Object.fromEntries(
    [...groups].map(([name, group]) => {
      const values = group.map(toValue);
      return [name, values.length === 1 && !REPEATED.has(name) ? values[0] : values];
    }),
  );
}

/** Converts a string; the types of these elements aren't strings in JSON. */
function toScalar(element: Element): unknown {
  const text = (element.textContent ?? '').trim();
  const isAmount = element.localName === 'value' && AMOUNTS.has(element.parentElement?.localName ?? '');
  if ((element.localName === 'line' || isAmount) && /^-?\d+(?:\.\d+)?$/.test(text)) return Number(text);
  return element.localName === 'authenticated' && /^(?:true|false)$/.test(text) ? text === 'true' : text;
}

function listChildren(element: Element): Element[] {
  return Array.from(element.childNodes).filter(
    (node): node is Element => node.nodeType === node.ELEMENT_NODE && node.namespaceURI === element.namespaceURI,
  );
}
