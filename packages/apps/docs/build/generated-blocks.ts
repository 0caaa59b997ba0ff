/** Blocks that pages contain as empty code blocks with a name, such as `protocol-responses`, and that the build fills. */
import { drawArchitecture, drawOrigins, listFlows, listOrigins, listParts } from './architecture.ts';
import type { Contract } from './contract.ts';
import { describeObjectGraph, drawObjectGraph } from './diagrams.ts';
import { errorCatalogue } from './error-catalogue.ts';
import { protocolSection } from './error-tables.ts';
import { glossaryMarkdown } from './glossary.ts';
import { quotaTable } from './quota-table.ts';
import { readmeTable } from './readme-tables.ts';

/** The content of a block. */
export interface GeneratedBlock {
  markdown(contract: Contract): string;
  /** A picture for readers who can see it, as SVG; the Markdown says the same in words. */
  svg?(contract: Contract): string;
}

/** The blocks by their names. */
export const generatedBlocks: Record<string, GeneratedBlock> = {
  'object-graph': { markdown: describeObjectGraph, svg: drawObjectGraph },
  architecture: { markdown: listFlows, svg: drawArchitecture },
  'architecture-origins': { markdown: listOrigins, svg: drawOrigins },
  'architecture-parts': { markdown: listParts },
  'protocol-responses': { markdown: protocolSection },
  'error-catalogue': { markdown: errorCatalogue },
  quotas: { markdown: quotaTable },
  glossary: { markdown: glossaryMarkdown },
  'scanner-frameworks': { markdown: () => readmeTable('scanner', 'What it finds') },
  'service-settings': { markdown: () => readmeTable('apps/service', 'Settings') },
};
