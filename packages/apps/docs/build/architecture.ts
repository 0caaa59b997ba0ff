import { drawGraph } from './diagrams.ts';

/** A part of the system in the architecture diagram. */
export interface Part {
  label: string;
  purpose: string;
  /** Name of its package; undefined for parts that users provide. */
  package?: string;
  /** URL of its guide. */
  guide?: string;
}

/** The parts of the system by their identifiers. */
export const PARTS: Record<string, Part> = {
  contract: {
    label: 'Contract',
    purpose: 'The OpenAPI document from which everything else is generated.',
    package: '@aispm/spec',
    guide: '/reference',
  },
  types: {
    label: 'Types',
    purpose: 'TypeScript types of all requests and responses.',
    package: '@aispm/types',
    guide: '/guides/typescript-client',
  },
  client: {
    label: 'Client',
    purpose: 'One function for each operation, with retries and paging.',
    package: '@aispm/client',
    guide: '/guides/typescript-client',
  },
  'react-query': {
    label: 'React Query',
    purpose: 'TanStack Query options for the client, for React.',
    package: '@aispm/react-query',
    guide: '/guides/react',
  },
  python: {
    label: 'Python client',
    purpose: 'Typed methods for each operation, sync and async, with retries and paging.',
    package: '@aispm/python',
    guide: '/guides/other-languages',
  },
  mock: {
    label: 'Mock',
    purpose: 'Responds like the service, with the examples of the contract, without a backend.',
    package: '@aispm/mock',
    guide: '/guides/mock',
  },
  'contract-tests': {
    label: 'Contract tests',
    purpose: 'Call every operation of the mock with the client, and check every response.',
    package: '@aispm/contract-tests',
  },
  conformance: {
    label: 'Conformance suite',
    purpose: 'Checks whether a server conforms to the contract.',
    package: '@aispm/conformance',
    guide: '/guides/conformance',
  },
  scanner: {
    label: 'Scanner',
    purpose: 'Finds the AI components of a repository, and uploads them.',
    package: '@aispm/scanner',
    guide: '/guides/scan-a-repository',
  },
  service: {
    label: 'Service',
    purpose: 'The API with real data: inventory, rules, issues, evaluations. Workers execute its jobs.',
    package: '@aispm/service',
  },
  console: {
    label: 'Console',
    purpose: 'The web console, for everything that users do.',
    package: '@aispm/console',
    guide: '/guides/console',
  },
  docs: { label: 'Documentation', purpose: 'This site.', package: '@aispm/docs' },
  database: {
    label: 'PostgreSQL',
    purpose: 'Stores all data of the service. An embedded database is enough to try it.',
  },
  application: { label: 'Your application', purpose: 'Calls the API, and reports the interactions of its models.' },
  repositories: { label: 'Your repositories', purpose: 'Source code and configuration of your agents.' },
  agents: { label: 'Your agents', purpose: 'Evaluations send prompts to them.' },
};

/** A flow of requests or data between two parts. */
interface Flow {
  from: string;
  to: string;
  label?: string;
}

const FLOWS: Flow[] = [
  { from: 'repositories', to: 'scanner', label: 'read' },
  { from: 'scanner', to: 'service', label: 'scans' },
  { from: 'console', to: 'service', label: 'requests' },
  { from: 'application', to: 'service', label: 'requests' },
  { from: 'service', to: 'database' },
  { from: 'service', to: 'agents', label: 'evaluations' },
];

const GENERATED = [
  'types',
  'client',
  'react-query',
  'python',
  'mock',
  'contract-tests',
  'conformance',
  'scanner',
  'service',
  'console',
  'docs',
];

/** Separates a label from its line. SVG trims other spaces. */
const NO_BREAK_SPACE = '\u00a0';

/** Draws the data flows of a running system as SVG. */
export function drawArchitecture(): string {
  return drawGraph('The running system', describeFlows(), {
    nodes: [...new Set(FLOWS.flatMap(({ from, to }) => [from, to]))].map(toNode),
    edges: FLOWS.map(({ from, to, label = '' }) => ({
      tail: from,
      head: to,
      attributes: { label: label && NO_BREAK_SPACE.repeat(2) + label + NO_BREAK_SPACE },
    })),
  });
}

/** Lists the flows of the diagram in Markdown. */
export function listFlows(): string {
  return FLOWS.map(({ from, to, label }) => `- ${nameOf(from)} → ${nameOf(to)}${label ? `: ${label}` : ''}`).join('\n');
}

/** Draws what is generated from the contract, as SVG. */
export function drawOrigins(): string {
  return drawGraph(
    'Generated from the contract',
    `Arrows point from the contract to ${GENERATED.map(nameOf).join(', ')}.`,
    {
      nodes: ['contract', ...GENERATED].map(toNode),
      edges: GENERATED.map((part) => ({ tail: 'contract', head: part, attributes: {} })),
      graphAttributes: { nodesep: 0.12, ranksep: 1 },
    },
  );
}

/** Lists what is generated from the contract, in Markdown. */
export function listOrigins(): string {
  return GENERATED.map((part) => `- ${nameOf('contract')} → ${nameOf(part)}`).join('\n');
}

/** Writes all parts as a Markdown table. */
export function listParts(): string {
  const rows = Object.values(PARTS).map(
    ({ label, purpose, package: name, guide }) =>
      `| ${guide ? `[${label}](${guide})` : label} | ${purpose} | ${name ? `\`${name}\`` : ''} |`,
  );
  return ['| Part | Purpose | Package |', '|---|---|---|', ...rows].join('\n');
}

function describeFlows(): string {
  return FLOWS.map(({ from, to, label }) => `${nameOf(from)} to ${nameOf(to)}${label ? ` (${label})` : ''}`).join(', ');
}

function toNode(id: string): { name: string; attributes: Record<string, string> } {
  const isOutside = PARTS[id]?.package === undefined;
  return { name: id, attributes: { label: nameOf(id), ...(isOutside && { style: 'rounded,dashed' }) } };
}

function nameOf(id: string): string {
  return PARTS[id]?.label ?? id;
}
