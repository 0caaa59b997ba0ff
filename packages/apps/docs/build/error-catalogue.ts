import { type Contract, listContractOperations } from './contract.ts';
import { type ErrorReason, listErrorReasons } from './error-reasons.ts';
import { operationLink } from './reference-links.ts';

/** Path of the catalogue, relative to the base of the site, without an extension. */
export const ERROR_PAGE = 'guides/error-reasons';

/** Returns the ID of a reason's heading. */
export function reasonAnchor(reason: string): string {
  return reason.replaceAll('_', '-');
}

/** The section of reasons without an example in the contract, such as those for requests that aren't valid HTTP. */
const OTHERS = '## Other reasons {#other}\n\nThese have no example in the contract. Their responses have a 4xx status.';

/** The reasons for a status. */
export interface ErrorGroup {
  /** Empty for reasons without an example in the contract. */
  status: string;
  /** Such as `Bad Request`. */
  name: string;
  reasons: ErrorReason[];
}

/** Returns the ID of a status heading. */
export function statusAnchor(status: string): string {
  return `status-${status}`;
}

/** Groups all reasons by their lowest status. Reasons without a status come last. */
export function listErrorGroups(contract: Contract): ErrorGroup[] {
  const reasons = listErrorReasons(contract);
  const statuses = [...new Set(reasons.map(lowestStatus))].sort((a, b) => ((a || '9') < (b || '9') ? -1 : 1));
  return statuses.map((status) => {
    const group = reasons.filter((reason) => lowestStatus(reason) === status);
    return { status, name: group[0]?.statusName ?? '', reasons: group };
  });
}

function lowestStatus({ statuses: [status = ''] }: ErrorReason): string {
  return status;
}

/** Writes all error reasons by status, with cause, remedy, an example, and the operations that return them. */
export function errorCatalogue(contract: Contract): string {
  return listErrorGroups(contract)
    .flatMap(({ status, name, reasons }) => {
      const heading = status === '' ? OTHERS : `## ${status} ${name} {#${statusAnchor(status)}}`;
      return [heading, ...reasons.map((reason) => describeReason(contract, reason))];
    })
    .join('\n\n');
}

function describeReason(contract: Contract, entry: ErrorReason): string {
  const { reason, cause, remedy, statuses, example } = entry;
  return [
    `### \`${reason}\` {#${reasonAnchor(reason)}}`,
    [cause, ...(statuses.length > 1 ? [`With the statuses ${statuses.join(' and ')}.`] : [])].join(' '),
    `**What to do:** ${remedy}`,
    ...(statuses.length > 0 ? [listReturners(contract, entry)] : []),
    ...(example === undefined ? [] : [`\`\`\`json\n${JSON.stringify(example, null, 2)}\n\`\`\``]),
  ].join('\n\n');
}

function listReturners(contract: Contract, { operations, isProtocol }: ErrorReason): string {
  if (isProtocol) return '**Returned by:** any request ([protocol responses](./errors#protocol-responses)).';
  const all = listContractOperations(contract).length;
  if (operations.length === all) return '**Returned by:** every operation.';
  const links = operations.map(operationLink).join(', ');
  if (operations.length <= MAX_VISIBLE) return `**Returned by:** ${links}.`;
  return `<details><summary>Returned by ${operations.length} of ${all} operations</summary>\n\n${links}.\n\n</details>`;
}

/** Longer lists of operations are collapsed. */
const MAX_VISIBLE = 8;
