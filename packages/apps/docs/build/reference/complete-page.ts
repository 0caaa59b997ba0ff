import { EXTENSIBLE_ENUM, type Schema, successResponses } from '@aispm/openapi';
import { type Contract, contractFiles, listContractOperations, listTagGroups, type Operation } from '../contract.ts';
import { ERRORS_TAG, errorTable, protocolSection, protocolSentence } from '../error-tables.ts';
import { operationAnchor, SCHEMAS_TAG, schemaAnchor, tagAnchor } from '../reference-anchors.ts';
import { fieldList } from './fields.ts';
import { escapeHtml, fieldBlock, fold, PLAIN_CODE } from './markdown.ts';
import { menuGroup, menuLink, menuSection, referenceMenu } from './menu.ts';
import {
  endpoint,
  exampleResponse,
  facts,
  firstSuccess,
  operationParts,
  type PartForm,
  parameterSections,
  requestSection,
  responseParts,
} from './operation-parts.ts';
import { type Links, pageLinks } from './page-links.ts';
import { sampleTabs } from './samples.ts';
import { listConstraints, writeType } from './types.ts';

/** A section of the complete reference: a tag, an operation or a schema. */
interface Section {
  /** Fragment of the URL. */
  anchor: string;
  level: 2 | 3;
  title: string;
  /** Markdown. */
  content: string;
}

/** Links to the sections of the schemas, and to the pages of operations. */
const LINKS: Links = { ...pageLinks, toSchema: (name) => `#${schemaAnchor(name)}` };

const FORM: PartForm = { links: LINKS, json: PLAIN_CODE, isBrief: true };

/**
 * Writes the complete reference on one page: the guides of the contract, all operations by tag, and all schemas. To keep it
 * small, it omits colors in code, examples of errors and descriptions of headers. Fields of named schemas and protocol
 * responses only appear once.
 *
 * @param render renders Markdown as HTML
 * @param toUrl returns the URL of a page on the published site
 */
export function completePage(
  contract: Contract,
  render: (markdown: string) => string,
  toUrl: (page: string) => string,
): string {
  const files = Object.keys(contractFiles).map((name) => `<a href="${toUrl(`/${name}`)}" download>${name}</a>`);
  const intro = render(
    [
      contract.info.description ?? contract.info.summary,
      `The same reference in [Redoc](${toUrl('/redoc/')}){target="_self"}. Download the contract: ${files.join(', ')}.`,
    ].join('\n\n'),
  );
  const sections = listSections(contract).map(({ anchor, level, title, content }) => {
    const link = `<a class="header-anchor" href="#${anchor}" aria-label="Permalink to “${escapeHtml(title)}”">&#8203;</a>`;
    return `<section class="entry" id="${anchor}"><h${level}>${escapeHtml(title)} ${link}</h${level}>${lowerHeadings(render(content))}</section>`;
  });
  return `<h1>API reference</h1>${intro}${sections.join('')}`;
}

/** Writes the menu of the complete reference as HTML, with links to its sections. */
export function completeMenu(contract: Contract): string {
  const used = listTagGroups(contract).flatMap(({ tags }) => tags);
  const guides = (contract.tags ?? []).filter(({ name }) => !used.includes(name));
  const schemas = Object.keys(contract.components.schemas).toSorted((a, b) => a.localeCompare(b, 'en'));
  return [
    menuSection('Guides', [
      menuGroup(
        'Guides',
        guides.map(({ name }) => menuLink(`#${tagAnchor(name)}`, escapeHtml(name))),
      ),
    ]),
    referenceMenu(contract, { toUrl: (operation) => `#${operationAnchor(operation)}` }),
    menuSection(SCHEMAS_TAG, [
      menuGroup(
        SCHEMAS_TAG,
        schemas.map((name) => menuLink(`#${schemaAnchor(name)}`, name)),
      ),
    ]),
  ].join('');
}

function listSections(contract: Contract): Section[] {
  const operations = listContractOperations(contract);
  const used = new Set(listTagGroups(contract).flatMap(({ tags }) => tags));
  const tags = contract.tags ?? [];
  return [
    ...tags.filter(({ name }) => !used.has(name)).map((tag) => guideSection(contract, tag)),
    ...[...used].flatMap((tag): Section[] => [
      {
        anchor: tagAnchor(tag),
        level: 2,
        title: tag,
        content: tags.find(({ name }) => name === tag)?.description ?? '',
      },
      ...operations
        .filter((operation) => operation.tag === tag)
        .map((operation) => operationSection(contract, operation)),
    ]),
    {
      anchor: tagAnchor(SCHEMAS_TAG),
      level: 2,
      title: SCHEMAS_TAG,
      content: 'The schemas of requests and responses, by name.',
    },
    ...Object.keys(contract.components.schemas)
      .toSorted((a, b) => a.localeCompare(b, 'en'))
      .map((name) => schemaSection(contract, name)),
  ];
}

function guideSection(contract: Contract, { name, description = '' }: { name: string; description?: string }): Section {
  const content = name === ERRORS_TAG ? `${description.trim()}\n\n${protocolSection(contract)}` : description;
  return { anchor: tagAnchor(name), level: 2, title: name, content };
}

function operationSection(contract: Contract, operation: Operation): Section {
  const { operationId, summary, description, parameters, requestBody } = operation;
  const [firstStatus] = firstSuccess(operation);
  const content = operationParts({
    introduction: [
      endpoint(operation),
      facts(contract, operation),
      description.trim(),
      `[Page of ${operationId}](${pageLinks.toOperation(operationId)}): examples of errors, related operations, “Try it”.`,
    ],
    example: [sampleTabs(contract, operation, PLAIN_CODE), exampleResponse(contract, operation, FORM)],
    details: [
      ...(parameters.length > 0 ? [parameterSections(contract, parameters, LINKS)] : []),
      ...(requestBody ? ['**Request body**', requestSection(contract, operation, FORM)] : []),
      ...successResponses(operation).flatMap(({ status, response }) => [
        `**Response ${status}**`,
        response.description.trim(),
        ...responseParts(contract, response, { ...FORM, isFirstElsewhere: status === firstStatus }),
      ]),
      fold('Errors', errorTable(operation)),
      protocolSentence(contract, operation, `#${tagAnchor(ERRORS_TAG)}`),
    ],
  });
  return { anchor: operationAnchor(operation), level: 3, title: summary, content };
}

function schemaSection(contract: Contract, name: string): Section {
  const schema = contract.components.schemas[name] as Schema;
  const fields = fieldList(contract, schema, LINKS);
  const values = schema.enum?.map((value) => `\`${value}\``).join(', ');
  const isExtensible = (schema as Record<string, unknown>)[EXTENSIBLE_ENUM] === true;
  const content = [
    schema.description?.trim() ?? '',
    `Type: ${[writeType(schema, LINKS), ...listConstraints(schema)].join(', ')}.`,
    ...(values ? [`Values: ${values}${isExtensible ? ', and others in later versions' : ''}.`] : []),
    ...(fields ? [fieldBlock(fields)] : []),
  ];
  return { anchor: schemaAnchor(name), level: 3, title: name, content: content.join('\n\n') };
}

/** Shifts the headings of a section below the level of its title. */
function lowerHeadings(html: string): string {
  const levels = [...html.matchAll(/<h([1-6])[ >]/g)].map(([, level]) => Number(level));
  const shift = 3 - Math.min(...levels, 3);
  return html.replaceAll(/(<\/?h)([1-6])/g, (_, start, level) => `${start}${Math.min(6, Number(level) + shift)}`);
}
