import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

const folder = join(import.meta.dirname, '../../../../../spec/workflows');

/** A workflow of the contract: what it is for, and the operations that it calls, in their order. */
export interface Workflow {
  title: string;
  summary: string;
  /** Each `operationId`; an operation that is called twice is listed twice. */
  steps: string[];
}

/** The parts of an Arazzo document that a {@link Workflow} is made of. */
interface ArazzoDocument {
  info: { title: string; summary: string };
  workflows: { steps: { operationId?: string }[] }[];
}

let workflows: Workflow[] | undefined;

/** Lists the workflows in `spec/workflows` by the names of their files. */
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
