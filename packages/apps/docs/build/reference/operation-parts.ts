/** The parts that the page of an operation and the complete reference have in common, in Markdown. */
import {
  jsonContent,
  listExamples,
  type MediaType,
  type Parameter,
  REQUIRED_ACCESS,
  type Response,
  requiredAccess,
  responseHeaders,
  type Schema,
} from '@aispm/openapi';
import type { Contract, Operation } from '../contract.ts';
import { joinLines } from '../error-tables.ts';
import { describeBodyLimit, describeRateLimit } from '../operation-notes.ts';
import { pageLinks } from './addresses.ts';
import { fieldList, parameterList } from './fields.ts';
import { codeBlock, escapeHtml, fieldBlock, fold, inlineHtml } from './markdown.ts';
import { writeType } from './types.ts';

/** The places of parameters, in the order in which a page shows them. */
const LOCATIONS = ['path', 'query', 'header', 'cookie'] as const;

/** Writes the method and the complete path, which may break after each slash. */
export function endpoint({ method, path }: Operation): string {
  const breakable = escapeHtml(path)
    .replaceAll('/', '/<wbr>')
    .replace(/^\/<wbr>/, '/');
  return `<p class="endpoint"><span class="method method-${method}">${method.toUpperCase()}</span> <code>${breakable}</code></p>`;
}

/** Writes the id of an operation, its stability, the access that it requires, and its quota. */
export function facts(contract: Contract, operation: Operation): string {
  const limit = describeRateLimit(contract, operation);
  const access = requiredAccess(operation.method, operation.definition[REQUIRED_ACCESS]);
  return [
    `Operation \`${operation.operationId}\``,
    operation.stability,
    `access \`${access}\``,
    ...(limit ? [`limit: ${limit}`] : []),
  ].join(' · ');
}

/** Writes the parameters of an operation, those in one place under one heading. */
export function parameterSections(contract: Contract, parameters: Parameter[]): string {
  return LOCATIONS.flatMap((location) => {
    const found = parameters.filter((parameter) => parameter.in === location);
    if (found.length === 0) return [];
    const title =
      location === 'header' ? 'Headers' : `${location.charAt(0).toUpperCase()}${location.slice(1)} parameters`;
    return [`**${title}**`, fieldBlock(parameterList(contract, found, pageLinks))];
  }).join('\n\n');
}

/** Writes the request body of an operation. `json` is the language of its examples. */
export function requestSection(contract: Contract, operation: Operation, json: string): string {
  const { description, required } = operation.requestBody ?? {};
  const note = [
    description && joinLines(description),
    !required && 'The body is optional.',
    describeBodyLimit(contract, operation),
  ];
  const content = jsonContent(operation.requestBody);
  return [
    note.filter(Boolean).join(' '),
    ...(content ? bodyParts(contract, content.mediaType, content, json, true) : []),
  ].join('\n\n');
}

/** Writes the bodies and headers of a response. `json` is the language of its examples. */
export function responseParts(contract: Contract, response: Response, json: string): string[] {
  const headers = Object.entries(responseHeaders(contract, response)).map(([name, header]) => ({ ...header, name }));
  return [
    ...Object.entries(response.content ?? {}).flatMap(([mediaType, body]) =>
      bodyParts(contract, mediaType, body, json, false),
    ),
    ...(headers.length > 0
      ? [
          fold(
            `Headers: ${headers.map(({ name }) => `<code>${name}</code>`).join(', ')}`,
            fieldBlock(parameterList(contract, headers, pageLinks)),
          ),
        ]
      : []),
  ];
}

/** Writes a body: its type, its fields, and its examples, the first of which is open. */
function bodyParts(contract: Contract, mediaType: string, body: MediaType, json: string, isOpen: boolean): string[] {
  const fields = fieldList(contract, body.schema ?? {}, pageLinks);
  const block = fields && fieldBlock(fields);
  return [
    `\`${mediaType}\`: ${writeType(body.schema as Schema, pageLinks)}`,
    ...(block ? [isOpen ? block : fold('Fields', block)] : []),
    ...listExamples(contract, body).map(({ summary = 'Example', value }, index) => {
      const isText = typeof value === 'string';
      const code = codeBlock(isText ? 'text' : json, isText ? value : JSON.stringify(value, null, 2));
      return index === 0 ? `${summary}:\n\n${code}` : fold(inlineHtml(summary), code);
    }),
  ];
}
