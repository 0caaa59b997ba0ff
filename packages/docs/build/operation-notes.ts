import type { Answer, Contract, Operation } from './contract.ts';
import { operationsOf, resolve } from './contract.ts';
import { operationAnchor } from './reference.ts';

/** An error that an operation declares. */
export interface DeclaredError {
  status: string;
  /** Name of the status, such as "Not Found". */
  name: string;
  /** When it comes, and what to do. */
  meaning: string;
}

/** A call that may follow an operation. */
export interface NextCall {
  operation: Operation;
  /** What the call is for, in one or two sentences. */
  purpose: string;
}

/** The errors that an operation declares, in the order of their status. */
function errorsOf({ answers }: Operation): DeclaredError[] {
  return Object.entries(answers)
    .filter(([status]) => !status.startsWith('2'))
    .map(([status, { description }]) => {
      // The contract starts these descriptions with the name of the status.
      const [, name = '', meaning = ''] = /^([^.]+)\.\s*([\s\S]*)$/.exec(description) ?? [];
      return { status, name, meaning: meaning.replaceAll(/\s+/g, ' ').trim() };
    });
}

/** The quota of an operation in words, as the `RateLimit-Policy` of its answers shows it; none without that header. */
export function rateLimitOf(contract: Contract, { answers }: Operation): string | undefined {
  const header = Object.values(answers)
    .map((answer: Answer) => resolve(contract, answer.headers?.['RateLimit-Policy']))
    .find((candidate) => candidate !== undefined);
  const [, requests, seconds] = /;q=(\d+);w=(\d+)/.exec(String(header?.example)) ?? [];
  return requests && `${requests} requests in ${seconds} seconds`;
}

/** The calls that the `links` of the answers lead to, each once. */
export function nextCallsOf(contract: Contract, { answers }: Operation): NextCall[] {
  const operations = new Map(operationsOf(contract).map((operation) => [operation.operationId, operation]));
  const links = new Map(Object.values(answers).flatMap((answer) => Object.entries(answer.links ?? {})));
  return [...links.values()].map((link) => {
    const { operationId, description } = resolve(contract, link);
    const operation = operations.get(operationId);
    if (!operation) throw new Error(`A link leads to ${operationId}, which is no operation.`);
    return { operation, purpose: description.replaceAll(/\s+/g, ' ').trim() };
  });
}

/**
 * The notes under an operation of the reference, in Markdown: its quota, the calls that may follow, and its errors.
 * They fold away, for the parameters are what most readers come for.
 */
export function operationNotes(contract: Contract, operation: Operation): string {
  const limit = rateLimitOf(contract, operation);
  const next = nextCallsOf(contract, operation);
  return [
    `${limit ? `Limit: ${limit}. ` : ''}[As Markdown](operations/${operation.operationId}.md) [Try it on the mock](try.html#${operation.operationId})`,
    fold('Errors', errorTable(operation)),
    ...(next.length > 0
      ? [
          fold(
            'What to call next',
            nextCallList(next, (one) => `#${operationAnchor(one)}`),
          ),
        ]
      : []),
  ].join('\n\n');
}

/** The errors of an operation as a table in Markdown. */
export function errorTable(operation: Operation): string {
  const rows = errorsOf(operation).map(({ status, name, meaning }) => `| ${status} ${name} | ${meaning} |`);
  return ['| Status | When |', '|---|---|', ...rows].join('\n');
}

/** The calls that may follow as a list in Markdown. */
export function nextCallList(calls: NextCall[], addressOf: (operation: Operation) => string): string {
  return calls
    .map(({ operation, purpose }) => `- [${operation.operationId}](${addressOf(operation)}): ${purpose}`)
    .join('\n');
}

function fold(title: string, content: string): string {
  return `<details><summary>${title}</summary>\n\n${content}\n\n</details>`;
}
