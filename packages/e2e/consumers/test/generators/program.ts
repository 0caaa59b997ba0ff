/** The file that the programs for generated code import. */

/** Returns its source: the data of the calls, and the function that receives their results. */
export function inputSource(body: unknown): string {
  return `declare const process: { env: Record<string, string | undefined> };
export const baseUrl = process.env.BASE_URL ?? '';
export const headers = { Authorization: 'Bearer me' };
export const tenant = 'halden-freight';
export const workspace = 'production';
export const body = ${JSON.stringify(body)} as const;

export async function send(method: string, start: string, sent?: unknown): Promise<unknown> {
  const response = await fetch(\`\${baseUrl}\${start}/tenants/\${tenant}/workspaces/\${workspace}\`, {
    method,
    headers: { ...headers, 'Content-Type': 'application/json' },
    ...(sent === undefined ? {} : { body: JSON.stringify(sent) }),
  });
  return response.json();
}

export function report(
  rules: { rule_id: string }[] | undefined,
  created: { id: string; agent_id: string } | undefined,
): void {
  console.log(JSON.stringify({ rules: rules?.map(({ rule_id }) => rule_id), created: created?.agent_id }));
}
`;
}

/** Returns the source of a program. */
export function programSource(calls: string): string {
  return `import { baseUrl, body, headers, report, send, tenant, workspace } from './input';
${calls.trim()}
export { baseUrl, body, headers, send };
`;
}
