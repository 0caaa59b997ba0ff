import { type Contract, listContractOperations, type Operation } from '../contract.ts';
import { listNextCalls, type NextCall, nextCallList } from '../operation-notes.ts';
import { pageLinks } from './page-links.ts';
import { listWorkflows, type Workflow } from './workflows.ts';

/** The relations of an operation. */
export interface Relations {
  /** The operations that its responses link to. */
  next: NextCall[];
  /** The operations that link to it. */
  previous: Operation[];
  /** Other operations with the same tag. */
  siblings: Operation[];
  /** The workflows that call it. */
  workflows: Workflow[];
}

/** Finds the relations of each operation of a contract, by `operationId`. */
export function findRelations(contract: Contract): Map<string, Relations> {
  const operations = listContractOperations(contract);
  const workflows = listWorkflows();
  const next = new Map(operations.map((operation) => [operation.operationId, listNextCalls(contract, operation)]));
  return new Map(
    operations.map(({ operationId, tag }) => {
      const others = operations.filter((other) => other.operationId !== operationId);
      const linksHere = ({ operation }: NextCall) => operation.operationId === operationId;
      return [
        operationId,
        {
          next: next.get(operationId) ?? [],
          previous: others.filter((other) => next.get(other.operationId)?.some(linksHere)),
          siblings: others.filter((other) => other.tag === tag),
          workflows: workflows.filter(({ steps }) => steps.includes(operationId)),
        },
      ];
    }),
  );
}

/** Writes the relations of an operation as Markdown lists of links. */
export function relatedSection({ tag }: Operation, { next, previous, siblings, workflows }: Relations): string {
  const parts = [
    { title: 'What to call next', list: nextCallList(next, ({ operationId }) => pageLinks.toOperation(operationId)) },
    { title: 'Linked from', list: operationList(previous) },
    { title: `Other ${tag} operations`, list: operationList(siblings) },
    { title: 'Workflows', list: workflows.map(writeWorkflow).join('\n') },
  ];
  return parts
    .filter(({ list }) => list)
    .map(({ title, list }) => `**${title}**\n\n${list}`)
    .join('\n\n');
}

function operationList(operations: Operation[]): string {
  return operations
    .map(({ operationId, summary }) => `- [${operationId}](${pageLinks.toOperation(operationId)}): ${summary}`)
    .join('\n');
}

function writeWorkflow({ title, summary, steps }: Workflow): string {
  return `- ${title}. ${summary} ${steps.map((id) => `[${id}](${pageLinks.toOperation(id)})`).join(' → ')}`;
}
