/** The lists that the console shows in tables. */
export const LISTS = [
  'listAgents',
  'listModels',
  'listTools',
  'listMcpServers',
  'listAispmAssets',
  'listLocations',
  'listIssues',
  'listFineGrainedIssues',
  'listRules',
  'listScans',
  'listScanResults',
  'listEvaluations',
  'listAgentEvaluations',
  'listEvaluationRuns',
  'listLlmInteractions',
  'listViews',
  'listApiKeys',
  'listChanges',
] as const;

/** A list that the console shows. */
export type ListId = (typeof LISTS)[number];
