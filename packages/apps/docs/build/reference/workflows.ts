import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

const folder = join(import.meta.dirname, '../../../../../spec/workflows');

/** A workflow of the contract, with the operations that it calls in order. */
export interface Workflow {
  title: string;
  summary: string;
  /** The `operationId` of each call, possibly repeated. */
  steps: string[];
}

/** The parts of an Arazzo document that a {@link Workflow} needs. */
interface ArazzoDocument {
  info: { title: string; summary: string };
  workflows: { steps: { operationId?: string }[] }[];
}

let workflows: Workflow[] | undefined;

/** Lists the workflows in `spec/workflows` by file name. */
export function listWorkflows(): Workflow[] {
  workflows ??= globSync('*.arazzo.yaml', { cwd: folder })
    .toSorted()
    .map((name) => {
      const { info, workflows: all } = parse(readFileSync(join(folder, name), 'utf8')) as ArazzoDocument;
      const steps = all.flatMap((workflow) => workflow.steps.flatMap(({ operationId }) => operationId ?? []));
      return { title: info.title, summary: info.summary.trim(), steps };
    });
  return workflows;
}
