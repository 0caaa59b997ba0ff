/** The relations of the story, by the friendly names of its records. */
import type { EdgeName } from '@aispm/types';

/** Usage as `[source, edge, targets]`, with the stored direction of the edge. */
export const RELATIONS: readonly [string, EdgeName, string[]][] = [
  ['Customs Desk', 'models', ['Claude Sonnet 4.5']],
  ['Customs Desk', 'tools', ['File declaration', 'Look up tariff']],
  ['Customs Desk', 'mcp_servers', ['Customs Gateway']],
  ['Customs Desk', 'sub_agents', ['Document Reader']],
  ['Document Reader', 'models', ['all-MiniLM-L6-v2']],
  ['Document Reader', 'tools', ['Read invoice']],
  ['Document Reader', 'mcp_servers', ['Filesystem']],
  ['Shipment Tracker', 'models', ['GPT-5 mini']],
  ['Shipment Tracker', 'tools', ['Track shipment', 'Web search']],
  ['Claims Triage', 'models', ['Claude Sonnet 4.5', 'Llama 3.3 70B Instruct']],
  ['Claims Triage', 'tools', ['Issue refund']],
  ['Claims Triage', 'mcp_servers', ['ERP Bridge']],
  ['Customs Gateway', 'tools', ['File declaration', 'Look up tariff']],
  ['ERP Bridge', 'tools', ['Issue refund']],
];

/** The objects that each asset contains, by the name of the asset. */
export const ASSET_CONTENTS: Readonly<Record<string, string[]>> = {
  'customs-desk': [
    'Customs Desk',
    'Document Reader',
    'Claude Sonnet 4.5',
    'all-MiniLM-L6-v2',
    'File declaration',
    'Look up tariff',
    'Read invoice',
    'Customs Gateway',
    'Filesystem',
  ],
  'customer-chat': ['Shipment Tracker', 'GPT-5 mini', 'Track shipment', 'Web search'],
  'claims-triage.ipynb': ['Claims Triage', 'Claude Sonnet 4.5', 'Llama 3.3 70B Instruct'],
  'erp-bridge': ['ERP Bridge'],
};

/** The objects that each location contains, by the name of the location. */
export const LOCATION_CONTENTS: Readonly<Record<string, string[]>> = {
  'agent.py': ['Customs Desk', 'Claude Sonnet 4.5', 'File declaration', 'Look up tariff'],
  'mcp.json': ['Customs Gateway'],
  'embed.py': ['Document Reader', 'all-MiniLM-L6-v2', 'Read invoice'],
  'agent.ts': ['Shipment Tracker', 'GPT-5 mini', 'Track shipment', 'Web search'],
  'claims-triage.ipynb, cell 7': ['Claims Triage', 'Claude Sonnet 4.5', 'Llama 3.3 70B Instruct'],
  'erp-bridge, layer 5': ['ERP Bridge'],
};
