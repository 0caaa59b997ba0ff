import {
  jsonContent,
  listExamples,
  listProtocolResponses,
  type MediaType,
  type Parameter,
  protocolResponsesOf,
  REQUIRED_ACCESS,
  type Response,
  requiredAccess,
  responseHeaders,
  type Schema,
} from '@aispm/openapi';
import type { Contract, Operation } from '../contract.ts';
import { joinLines, protocolTable } from '../error-tables.ts';
import { describeBodyLimit, describeRateLimit } from '../operation-notes.ts';
import { pageLinks } from './addresses.ts';
import { fieldList, parameterList } from './fields.ts';
import { codeBlock, escapeHtml, fieldBlock, fold, inlineHtml, JSON_EXAMPLE } from './markdown.ts';
import { type Relations, relatedSection } from './related.ts';
import { sampleTabs } from './samples.ts';
import { writeType } from './types.ts';

/** The places of parameters, in the order in which a page shows them. */
const LOCATIONS = ['path', 'query', 'header', 'cookie'] as const;

/** Writes what the page of an operation shows below its title, in Markdown for VitePress. */
export function operationContent(contract: Contract, operation: Operation, relations: Relations): string {
  const { parameters, requestBody } = operation;
  const related = relatedSection(operation, relations);
  return [
    endpoint(operation),
    facts(contract, operation),
    operation.description.trim(),
    ...section('Code samples', operation, sampleTabs(contract, operation)),
    ...section('Parameters', operation, parameters.length > 0 && parameterSections(contract, parameters)),
    ...section('Request body', operation, requestBody && requestSection(contract, operation)),
    ...section('Responses', operation, responseSections(contract, operation)),
    ...section('Related', operation, related),
  ].join('\n\n');
}

function section(title: string, { operationId }: Operation, content: string | false | undefined): string[] {
  return content ? [`## ${title} {#${operationId}-${title.toLowerCase().replaceAll(' ', '-')}}`, content] : [];
}

/** Writes the method and the complete path, which may break after each slash. */
function endpoint({ method, path }: Operation): string {
  const breakable = escapeHtml(path)
    .replaceAll('/', '/<wbr>')
    .replace(/^\/<wbr>/, '/');
  return `<p class="endpoint"><span class="method method-${method}">${method.toUpperCase()}</span> <code>${breakable}</code></p>`;
}

function facts(contract: Contract, operation: Operation): string {
  const limit = describeRateLimit(contract, operation);
  const access = requiredAccess(operation.method, operation.definition[REQUIRED_ACCESS]);
  return [
    `Operation \`${operation.operationId}\``,
    operation.stability,
    `access \`${access}\``,
    ...(limit ? [`limit: ${limit}`] : []),
  ].join(' · ');
}

function parameterSections(contract: Contract, parameters: Parameter[]): string {
  return LOCATIONS.flatMap((location) => {
    const found = parameters.filter((parameter) => parameter.in === location);
    if (found.length === 0) return [];
    const title =
      location === 'header' ? 'Headers' : `${location.charAt(0).toUpperCase()}${location.slice(1)} parameters`;
    return [`**${title}**`, fieldBlock(parameterList(contract, found, pageLinks))];
  }).join('\n\n');
}

function requestSection(contract: Contract, operation: Operation): string {
  const { description, required } = operation.requestBody ?? {};
  const note = [
    description && joinLines(description),
    !required && 'The body is optional.',
    describeBodyLimit(contract, operation),
  ];
  const content = jsonContent(operation.requestBody);
  return [
    note.filter(Boolean).join(' '),
    ...(content ? bodyParts(contract, content.mediaType, content, true) : []),
  ].join('\n\n');
}

/** Writes the successful responses openly and the others folded, and then those that any request can get in one line. */
function responseSections(contract: Contract, operation: Operation): string {
  const own = Object.entries(operation.responses).map(([status, response]) => {
    const [, name = '', meaning = ''] = /^([^.]+)\.\s*([\s\S]*)$/.exec(response.description) ?? [];
    if (status.startsWith('2')) {
      return [
        `### ${status} {#${operation.operationId}-${status}}`,
        response.description.trim(),
        ...responseParts(contract, response),
      ].join('\n\n');
    }
    const summary = `<b>${status} ${escapeHtml(name)}</b> ${inlineHtml(joinLines(meaning))}`;
    return fold(summary, responseParts(contract, response).join('\n\n'), ` id="${operation.operationId}-${status}"`);
  });
  return [...own, protocolFold(contract, operation)].join('\n\n');
}

function responseParts(contract: Contract, response: Response): string[] {
  const headers = Object.entries(responseHeaders(contract, response)).map(([name, header]) => ({ ...header, name }));
  return [
    ...Object.entries(response.content ?? {}).flatMap(([mediaType, body]) =>
      bodyParts(contract, mediaType, body, false),
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
function bodyParts(contract: Contract, mediaType: string, body: MediaType, isOpen: boolean): string[] {
  const fields = fieldList(contract, body.schema ?? {}, pageLinks);
  const block = fields && fieldBlock(fields);
  return [
    `\`${mediaType}\`: ${writeType(body.schema as Schema, pageLinks)}`,
    ...(block ? [isOpen ? block : fold('Fields', block)] : []),
    ...listExamples(contract, body).map(({ summary = 'Example', value }, index) => {
      const isText = typeof value === 'string';
      const code = codeBlock(isText ? 'text' : JSON_EXAMPLE, isText ? value : JSON.stringify(value, null, 2));
      return index === 0 ? `${summary}:\n\n${code}` : fold(inlineHtml(summary), code);
    }),
  ];
}

function protocolFold(contract: Contract, operation: Operation): string {
  const responses = protocolResponsesOf(listProtocolResponses(contract), operation);
  const statuses = responses.map(({ status }) => status);
  const summary = `Any request can also get ${statuses.slice(0, -1).join(', ')} or ${statuses.at(-1)}`;
  return fold(summary, protocolTable(contract, responses), ' class="protocol-responses"');
}
