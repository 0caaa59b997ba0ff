/** The parts that an operation's page and the complete reference have in common, in Markdown. */
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
import { fieldList, parameterList } from './fields.ts';
import { codeBlock, escapeHtml, fieldBlock, fold, inlineHtml } from './markdown.ts';
import type { Links } from './page-links.ts';
import { referencedSchema, writeType } from './types.ts';

/** Options for the parts of an operation. */
export interface PartForm {
  links: Links;
  /** Language of JSON examples. */
  json: string;
  /** Whether to omit the fields of named schemas and the descriptions of headers, which the page has elsewhere. */
  isBrief: boolean;
  /** Whether to omit the first example of the response, which the page shows elsewhere. */
  isFirstElsewhere?: boolean;
}

/** The locations of parameters, in the order of the page. */
const LOCATIONS = ['path', 'query', 'header', 'cookie'] as const;

/** Writes the method and the complete path, which can wrap after each slash. */
export function endpoint({ method, path }: Operation): string {
  const breakable = escapeHtml(path)
    .replaceAll('/', '/<wbr>')
    .replace(/^\/<wbr>/, '/');
  return `<p class="endpoint"><span class="method method-${method}">${method.toUpperCase()}</span> <code>${breakable}</code></p>`;
}

/** Writes the ID of an operation, its stability, its required access and its quota. */
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

/** Writes the parameters of an operation, grouped by location. */
export function parameterSections(contract: Contract, parameters: Parameter[], links: Links): string {
  return LOCATIONS.flatMap((location) => {
    const found = parameters.filter((parameter) => parameter.in === location);
    if (found.length === 0) return [];
    const title =
      location === 'header' ? 'Headers' : `${location.charAt(0).toUpperCase()}${location.slice(1)} parameters`;
    return [`**${title}**`, fieldBlock(parameterList(contract, found, links))];
  }).join('\n\n');
}

/** Writes the request body of an operation. */
export function requestSection(contract: Contract, operation: Operation, form: PartForm): string {
  const { description, required } = operation.requestBody ?? {};
  const note = [
    description && joinLines(description),
    !required && 'The body is optional.',
    describeBodyLimit(contract, operation),
  ];
  const content = jsonContent(operation.requestBody);
  return [
    note.filter(Boolean).join(' '),
    ...(content ? bodyParts(contract, content.mediaType, content, form, true) : []),
  ].join('\n\n');
}

/** Writes the bodies and headers of a response. */
export function responseParts(contract: Contract, response: Response, form: PartForm): string[] {
  return [
    ...Object.entries(response.content ?? {}).flatMap(([mediaType, body]) =>
      bodyParts(contract, mediaType, body, form, false),
    ),
    ...headerParts(contract, response, form),
  ];
}

function headerParts(contract: Contract, response: Response, { links, isBrief }: PartForm): string[] {
  const headers = Object.entries(responseHeaders(contract, response)).map(([name, header]) => ({ ...header, name }));
  if (headers.length === 0) return [];
  const names = `Headers: ${headers.map(({ name }) => `<code>${name}</code>`).join(', ')}`;
  return [isBrief ? names : fold(names, fieldBlock(parameterList(contract, headers, links)))];
}

/** Writes a body: its type, its fields, and its examples, of which only the first is open. */
function bodyParts(contract: Contract, mediaType: string, body: MediaType, form: PartForm, isOpen: boolean): string[] {
  const { links, isBrief, isFirstElsewhere = false } = form;
  const fields = isBrief && referencedSchema(body.schema) ? '' : fieldList(contract, body.schema ?? {}, links);
  const block = fields && fieldBlock(fields);
  return [
    `\`${mediaType}\`: ${writeType(body.schema as Schema, links)}`,
    ...(block ? [isOpen ? block : fold('Fields', block)] : []),
    ...listExamples(contract, body)
      .map(({ summary = 'Example', value }, index) => {
        const code = exampleBlock(value, form);
        return index === 0 ? `${summary}:\n\n${code}` : fold(inlineHtml(summary), code);
      })
      .slice(isFirstElsewhere ? 1 : 0),
  ];
}

/** Writes the value of an example. */
function exampleBlock(value: unknown, { json }: Pick<PartForm, 'json'>): string {
  return typeof value === 'string' ? codeBlock('text', value) : codeBlock(json, JSON.stringify(value, null, 2));
}

/** Returns the first successful response, whose example comes with the code samples. */
export function firstSuccess({ responses }: Operation): [status: string, response: Response] {
  const found = Object.entries(responses).find(([status]) => status.startsWith('2'));
  if (!found) throw new Error('The operation has no successful response.');
  return found;
}

/** Writes the first example of the first successful response. */
export function exampleResponse(contract: Contract, operation: Operation, form: PartForm): string {
  const [status, response] = firstSuccess(operation);
  const [example] = Object.values(response.content ?? {}).flatMap((body) => listExamples(contract, body));
  if (!example) return `Response: \`${status}\`, without a body.`;
  return [`Response: \`${status}\``, exampleBlock(example.value, form)].join('\n\n');
}

/** Arranges the content of an operation. Wide windows keep the example in view, next to the other parts. */
export function operationParts(parts: Record<'introduction' | 'example' | 'details', string[]>): string {
  const { introduction, example, details } = parts;
  return [
    '<div class="operation">',
    ...['<div>', ...introduction, '</div>'],
    ...['<div class="example">', ...example, '</div>'],
    ...['<div>', ...details, '</div>'],
    '</div>',
  ].join('\n\n');
}
