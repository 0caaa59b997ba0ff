import { codeSamples, successesOf } from './code-samples.ts';
import type { Answer, Contract, Operation, Parameter } from './contract.ts';
import { errorTable, nextCallList, nextCallsOf, rateLimitOf } from './operation-notes.ts';
import { mockAddress } from './reference.ts';

/** Everything about an operation as one page of Markdown, for readers that are machines. */
export function operationPage(contract: Contract, operation: Operation): string {
  const limit = rateLimitOf(contract, operation);
  const next = nextCallsOf(contract, operation);
  const requestBody = operation.requestBody?.content['application/json'];
  return `${[
    `# ${operation.summary}`,
    `\`${operation.method.toUpperCase()} ${operation.path}\` · operationId \`${operation.operationId}\` · ${operation.stability}${limit ? ` · limit: ${limit}` : ''}`,
    operation.description.trim(),
    ...(operation.parameters.length > 0 ? ['## Parameters', parameterTable(operation.parameters)] : []),
    ...(requestBody
      ? ['## Request body', `Schema: \`${schemaName(requestBody.schema)}\``, ...exampleBlocks(requestBody)]
      : []),
    ...successesOf(operation).flatMap(answerSection),
    '## Errors',
    errorTable(operation),
    ...(next.length > 0 ? ['## What to call next', nextCallList(next, ({ operationId }) => `${operationId}.md`)] : []),
    '## Calls',
    ...codeSamples(operation, mockAddress(contract)).map(
      ({ lang, label, source }) => `${label}:\n\n\`\`\`${lang.toLowerCase()}\n${source.trimEnd()}\n\`\`\``,
    ),
    'The whole contract: [openapi.json](../openapi.json), [openapi.yaml](../openapi.yaml).',
  ].join('\n\n')}\n`;
}

function answerSection([status, { description, content }]: [string, Answer]): string[] {
  const [body] = Object.entries(content ?? {});
  return [
    `## Answer ${status}`,
    description.trim(),
    ...(body ? [`\`${body[0]}\`, schema: \`${schemaName(body[1].schema)}\``, ...exampleBlocks(body[1])] : []),
  ];
}

function parameterTable(parameters: Parameter[]): string {
  const rows = parameters.map(({ name, in: place, required, description }) => {
    const text = description.replaceAll(/\s+/g, ' ').replaceAll('|', '\\|').trim();
    return `| \`${name}\` | ${place} | ${required ? 'yes' : 'no'} | ${text} |`;
  });
  return ['| Name | In | Required | |', '|---|---|---|---|', ...rows].join('\n');
}

function schemaName(schema: { $ref?: unknown; type?: unknown }): string {
  return String(schema.$ref ?? schema.type ?? 'any')
    .split('/')
    .at(-1) as string;
}

function exampleBlocks({ examples }: { examples?: Record<string, { summary?: string; value: unknown }> }): string[] {
  const [first] = Object.values(examples ?? {});
  if (!first) return [];
  const text = typeof first.value === 'string' ? first.value.trimEnd() : JSON.stringify(first.value, null, 2);
  return [
    `${first.summary ?? 'Example'}:\n\n\`\`\`${typeof first.value === 'string' ? 'text' : 'json'}\n${text}\n\`\`\``,
  ];
}
