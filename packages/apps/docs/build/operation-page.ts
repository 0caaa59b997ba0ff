import {
  isReference,
  jsonContent,
  listExamples,
  type MediaType,
  type Parameter,
  parsePointer,
  type Schema,
  type StatusResponse,
  successResponses,
} from '@aispm/openapi';
import { siteSamples } from './code-samples.ts';
import type { Contract, Operation } from './contract.ts';
import { errorTable, protocolSentence } from './error-tables.ts';
import { describeBodyLimit, describeRateLimit, listNextCalls, nextCallList } from './operation-notes.ts';

/** The page of the protocol responses, in the same folder as the operations. */
export const PROTOCOL_PAGE = 'protocol-responses.md';

/** Writes an operation as a Markdown page, for machine readers. */
export function operationPage(contract: Contract, operation: Operation): string {
  const limit = describeRateLimit(contract, operation);
  const calls = listNextCalls(contract, operation);
  const requestBody = jsonContent(operation.requestBody);
  return `${[
    `# ${operation.summary}`,
    `\`${operation.method.toUpperCase()} ${operation.path}\` · operationId \`${operation.operationId}\` · ${operation.stability}${limit ? ` · limit: ${limit}` : ''}`,
    operation.description.trim(),
    ...(operation.parameters.length > 0 ? ['## Parameters', parameterTable(operation.parameters)] : []),
    ...(requestBody
      ? [
          '## Request body',
          `Schema: \`${nameSchema(requestBody.schema)}\`. ${describeBodyLimit(contract, operation)}`,
          ...exampleBlocks(contract, requestBody),
        ]
      : []),
    ...successResponses(operation).flatMap((success) => responseSection(contract, success)),
    '## Errors',
    errorTable(operation),
    protocolSentence(contract, operation, PROTOCOL_PAGE),
    ...(calls.length > 0
      ? ['## What to call next', nextCallList(calls, ({ operationId }) => `${operationId}.md`)]
      : []),
    '## Code samples',
    ...siteSamples(contract, operation).map(
      ({ lang, label, source }) => `${label}:\n\n\`\`\`${lang.toLowerCase()}\n${source.trimEnd()}\n\`\`\``,
    ),
    'The complete contract: [openapi.json](../openapi.json), [openapi.yaml](../openapi.yaml).',
  ].join('\n\n')}\n`;
}

function responseSection(contract: Contract, { status, response }: StatusResponse): string[] {
  const [body] = Object.entries(response.content ?? {});
  return [
    `## Response ${status}`,
    response.description.trim(),
    ...(body ? [`\`${body[0]}\`, schema: \`${nameSchema(body[1].schema)}\``, ...exampleBlocks(contract, body[1])] : []),
  ];
}

function parameterTable(parameters: Parameter[]): string {
  const rows = parameters.map(({ name, in: location, required, description = '' }) => {
    const text = description.replaceAll(/\s+/g, ' ').replaceAll('|', '\\|').trim();
    return `| \`${name}\` | ${location} | ${required ? 'yes' : 'no'} | ${text} |`;
  });
  return ['| Name | In | Required | |', '|---|---|---|---|', ...rows].join('\n');
}

function nameSchema(schema: Schema = {}): string {
  return isReference(schema) ? String(parsePointer(schema.$ref).at(-1)) : String(schema.type ?? 'any');
}

function exampleBlocks(contract: Contract, mediaType: MediaType): string[] {
  const [first] = listExamples(contract, mediaType);
  if (!first) return [];
  const isText = typeof first.value === 'string';
  const text = isText ? String(first.value).trimEnd() : JSON.stringify(first.value, null, 2);
  return [`${first.summary ?? 'Example'}:\n\n\`\`\`${isText ? 'text' : 'json'}\n${text}\n\`\`\``];
}
