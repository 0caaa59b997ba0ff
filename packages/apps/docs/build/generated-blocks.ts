/** Named blocks such as `protocol-responses`: empty code blocks in pages that the build replaces with generated content. */
import { drawArchitecture, drawOrigins, listFlows, listOrigins, listParts } from './architecture.ts';
import type { Contract } from './contract.ts';
import { describeObjectGraph, drawObjectGraph } from './diagrams.ts';
import { errorCatalogue } from './error-catalogue.ts';
import { protocolSection } from './error-tables.ts';
import { glossaryMarkdown } from './glossary.ts';
import { quotaTable } from './quota-table.ts';
import { readmeTable } from './readme-tables.ts';
import { releaseTable } from './releases.ts';

/** The content of a block. */
export interface GeneratedBlock {
  markdown(contract: Contract): string;
  /** A diagram as SVG, with the same content as the Markdown. */
  svg?(contract: Contract): string;
}

/** The generated blocks by name. */
export const generatedBlocks: Record<string, GeneratedBlock> = {
  'object-graph': { markdown: describeObjectGraph, svg: drawObjectGraph },
  architecture: { markdown: listFlows, svg: drawArchitecture },
  'architecture-origins': { markdown: listOrigins, svg: drawOrigins },
  'architecture-parts': { markdown: listParts },
  'protocol-responses': { markdown: protocolSection },
  'error-catalogue': { markdown: errorCatalogue },
  quotas: { markdown: quotaTable },
  releases: { markdown: (contract) => releaseTable(contract.info.version) },
  glossary: { markdown: glossaryMarkdown },
  'scanner-frameworks': { markdown: () => readmeTable('scanner', 'What it finds') },
  'service-settings': { markdown: () => readmeTable('apps/service', 'Settings') },
};
