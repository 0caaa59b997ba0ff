/** Sends the examples of operations. */
import type { Mock } from '@aispm/mock';
import type { Operation } from '../dist/core/contract-types.js';
import { BASE } from './support.ts';

/** Sends an operation with the examples of its path and its body. @returns the status, and the reason of an error */
export async function sendSample(mock: Mock, { method, path, request = {} }: Operation, token: string) {
  const examples = new Map((request.path ?? []).map(({ name, examples = [] }) => [name, examples[0]]));
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const example = examples.get(name);
    return encodeURIComponent(String(example && 'value' in example ? example.value : 'x'));
  });
  const [example] = request.body?.contents?.[0]?.examples ?? [];
  const body = example && 'value' in example ? JSON.stringify(example.value) : undefined;
  const response = await mock.fetch(`${BASE}${filled}`, {
    method: method.toUpperCase(),
    headers: { authorization: `Bearer ${token}`, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body }),
  });
  const text = await response.text();
  return { status: response.status, reason: response.ok ? undefined : (JSON.parse(text) as { reason: string }).reason };
}
