/** Plausible names of generated records: combinations, which are numbered if there are too few. */
import { trimEnd } from '../bundled/openapi.ts';

const AREAS = [
  'Invoice',
  'Freight',
  'Customs',
  'Claims',
  'Returns',
  'Carrier',
  'Warehouse',
  'Booking',
  'Pricing',
  'Fleet',
  'Contract',
  'Tariff',
  'Payroll',
  'Supplier',
  'Route',
  'Dock',
  'Container',
  'Insurance',
  'Delivery',
  'Compliance',
]; // prettier-ignore
const AGENT_ROLES = ['Assistant', 'Triage', 'Planner', 'Auditor', 'Dispatcher', 'Reviewer', 'Clerk', 'Forecaster'];
const MODEL_FAMILIES = [
  'Claude Sonnet 4.5',
  'Claude Haiku 4.5',
  'GPT-5',
  'GPT-5 mini',
  'Gemini 2.5 Pro',
  'Gemini 2.5 Flash',
  'Mistral Large',
  'Mistral Small',
  'Llama 3.3 70B',
  'Llama 3.1 8B',
  'Qwen 3 32B',
  'DeepSeek V3',
  'Command R+',
  'Phi-4',
  'all-MiniLM-L6-v2',
]; // prettier-ignore
const VERBS = ['Look up', 'Create', 'Update', 'List', 'Search', 'Cancel', 'Approve', 'Export', 'Match', 'Validate'];
const SERVERS = ['Gateway', 'Bridge', 'Hub', 'Connector', 'Registry', 'Proxy'];
const ASSETS = ['service', 'agents', 'worker', 'portal', 'pipeline', 'notebooks', 'tools', 'backend'];

/** The types of named records. */
export type NamedType = 'agent' | 'model' | 'tool' | 'mcp_server' | 'asset' | 'rule';

/** Returns a unique name for the record with an index, from 0. */
export function createName(type: NamedType, index: number): string {
  const area = AREAS[index % AREAS.length] ?? '';
  const take = (words: readonly string[]) => words[Math.floor(index / AREAS.length) % words.length] ?? '';
  const number = (combinations: number) => {
    const round = Math.floor(index / combinations);
    return round === 0 ? '' : ` ${round + 1}`;
  };
  switch (type) {
    case 'agent':
      return `${area} ${take(AGENT_ROLES)}${number(AREAS.length * AGENT_ROLES.length)}`;
    case 'model': {
      const family = MODEL_FAMILIES[index % MODEL_FAMILIES.length];
      const tuned = AREAS[(Math.floor(index / MODEL_FAMILIES.length) - 1) % AREAS.length];
      const rest = number(MODEL_FAMILIES.length * (AREAS.length + 1));
      return index < MODEL_FAMILIES.length ? `${family}` : `${family}, ${tuned?.toLowerCase()}${rest}`;
    }
    case 'tool':
      return `${take(VERBS)} ${area.toLowerCase()}${number(AREAS.length * VERBS.length)}`;
    case 'mcp_server':
      return `${area} ${take(SERVERS)}${number(AREAS.length * SERVERS.length)}`;
    case 'asset':
      return toSlug(`${area} ${take(ASSETS)}${number(AREAS.length * ASSETS.length)}`, '-');
    case 'rule':
      return `${area.toLowerCase()} ${Math.floor(index / AREAS.length) + 1}`;
  }
}

/** Maximum length of a slug. */
const MAX_SLUG = 60;

/** Converts a name to lowercase words with a separator, or to one word if it has no Latin letters or digits. */
export function toSlug(name: string, separator: '-' | '_'): string {
  const words = name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, separator)
    .replace(/^[-_]/, '');
  const slug = trimEnd(words.slice(0, MAX_SLUG), /[-_]/);
  return slug === '' ? 'unnamed' : slug;
}
