import { listProtocolResponses, protocolResponsesOf } from '@aispm/openapi';
import type { Contract, Operation } from '../contract.ts';
import { joinLines, protocolTable } from '../error-tables.ts';
import { escapeHtml, fold, inlineHtml, JSON_EXAMPLE } from './markdown.ts';
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
import { pageLinks } from './page-links.ts';
import { type Relations, relatedSection } from './related.ts';
import { sampleTabs } from './samples.ts';

const FORM: PartForm = { links: pageLinks, json: JSON_EXAMPLE, isBrief: false };

/** Writes the content of an operation's page in Markdown for VitePress. */
export function operationContent(contract: Contract, operation: Operation, relations: Relations): string {
  const { parameters, requestBody } = operation;
  const related = relatedSection(operation, relations);
  return operationParts({
    introduction: [endpoint(operation), facts(contract, operation), operation.description.trim()],
    example: [
      ...section('Code samples', operation, sampleTabs(contract, operation)),
      exampleResponse(contract, operation, FORM),
    ],
    details: [
      ...section('Parameters', operation, parameters.length > 0 && parameterSections(contract, parameters, FORM.links)),
      ...section('Request body', operation, requestBody && requestSection(contract, operation, FORM)),
      ...section('Responses', operation, responseSections(contract, operation)),
      ...section('Related', operation, related),
    ],
  });
}

function section(title: string, { operationId }: Operation, content: string | false | undefined): string[] {
  return content ? [`## ${title} {#${operationId}-${title.toLowerCase().replaceAll(' ', '-')}}`, content] : [];
}

/** Writes the successful responses, the other responses collapsed, and the protocol responses in one line. */
function responseSections(contract: Contract, operation: Operation): string {
  const own = Object.entries(operation.responses).map(([status, response]) => {
    const [, name = '', meaning = ''] = /^([^.]+)\.\s*([\s\S]*)$/.exec(response.description) ?? [];
    if (status.startsWith('2')) {
      return [
        `### ${status} {#${operation.operationId}-${status}}`,
        response.description.trim(),
        ...responseParts(contract, response, { ...FORM, isFirstElsewhere: status === firstSuccess(operation)[0] }),
      ].join('\n\n');
    }
    const summary = `<b>${status} ${escapeHtml(name)}</b> ${inlineHtml(joinLines(meaning))}`;
    return fold(
      summary,
      responseParts(contract, response, FORM).join('\n\n'),
      ` id="${operation.operationId}-${status}"`,
    );
  });
  return [...own, protocolFold(contract, operation)].join('\n\n');
}

/** Writes the protocol responses, collapsed into one line. */
function protocolFold(contract: Contract, operation: Operation): string {
  const responses = protocolResponsesOf(listProtocolResponses(contract), operation);
  const statuses = responses.map(({ status }) => status);
  const summary = `Any request can also get ${statuses.slice(0, -1).join(', ')} or ${statuses.at(-1)}`;
  return fold(summary, protocolTable(contract, responses), ' class="protocol-responses"');
}
