/** What labels say: README.md has the definitions. */

/** What is measured on its own: kinds of objects. */
export const OBJECT_KINDS = ['agent', 'tool', 'model', 'mcp_server'] as const;
export type ObjectKind = (typeof OBJECT_KINDS)[number];

/** The list of a label file that contains the objects of a kind. */
export const LIST_OF_KIND = { agent: 'agents', tool: 'tools', model: 'models', mcp_server: 'mcp_servers' } as const;

export const RELATION_KINDS = [
  'agent-model',
  'agent-tool',
  'agent-mcp_server',
  'agent-agent',
  'mcp_server-tool',
] as const;
export type RelationKind = (typeof RELATION_KINDS)[number];

/**
 * - `declared`: a scanner has to find it.
 * - `hard`: it takes closures, loops, factories, or a look-up across functions or files. Reported separately.
 * - `optional`: neither required nor wrong.
 */
export const TIERS = ['declared', 'hard', 'optional'] as const;
export type Tier = (typeof TIERS)[number];

/** Whether a repository uses an MCP server or is one. */
export type ServerForm = 'configured' | 'implemented';

/** An object that the source contains. */
export interface ObjectLabel {
  kind: ObjectKind;
  /** Unique among the labels of its kind; the name when the file gives none. */
  id: string;
  /** Literal name or id, otherwise the variable or function. `*` stands for any name, in optional labels only. */
  name: string;
  /** Other names that are right too, such as the variable of an object with a literal name. */
  aliases: string[];
  file: string;
  /** Further files where the same object is declared or used. Finding it in one of them is right. */
  also_in: string[];
  /** First line, from 1; advisory: it decides only between objects of one name in one file. */
  line?: number;
  framework?: string;
  /** Of MCP servers only. */
  form?: ServerForm;
  tier: Tier;
}

/** A relation between two labelled objects. */
export interface RelationLabel {
  kind: RelationKind;
  from: ObjectLabel;
  to: ObjectLabel;
  tier: Tier;
}

/** The labels of one repository. */
export interface RepositoryLabels {
  /** Owner and name on GitHub. */
  repository: string;
  commit: string;
  /** Folders and files that are labelled completely; `.` is the whole repository. */
  paths: string[];
  /** Folders and files among them that aren't; `**` and a name stand for every folder or file of that name. */
  exclude: string[];
  held_out: boolean;
  objects: ObjectLabel[];
  relations: RelationLabel[];
}
