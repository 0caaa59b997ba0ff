/** Writes a method for each operation of a contract, and an iterator for each list: sync and async. */
import {
  type Document,
  findPaging,
  findRowField,
  isPagingParameter,
  isScopeParameter,
  listOperations,
  type Operation,
  type Parameter,
  resolve,
  type Schema,
} from '@aispm/openapi';
import { docstring, toSnakeCase, typeOf } from './python.ts';

/** An operation with the properties that the writers need. */
interface Described {
  operation: Operation;
  name: string;
  /** The return type of the method. */
  result: string;
  isJson: boolean;
  /** For a list: the field with the items, and their type. */
  rows: { field: string; type: string } | undefined;
}

/** Returns the source of the module, without its header. */
export function writeOperations(document: Document): string {
  const operations = listOperations(document).map((operation) => describeOperation(document, operation));
  return [
    'from __future__ import annotations',
    'from collections.abc import AsyncIterator, Iterator, Mapping, Sequence',
    'from typing import Any, Literal, cast',
    'from ..requests import Operation, Response',
    'from .types import *  # noqa: F403',
    `OPERATIONS: dict[str, Operation] = {\n${operations.map((described) => `    ${writeDefinition(described)},\n`).join('')}}`,
    writeClass('Operations', operations, false),
    writeClass('AsyncOperations', operations, true),
  ].join('\n\n');
}

function describeOperation(document: Document, operation: Operation): Described {
  const [, success] = Object.entries(operation.responses).find(([status]) => status.startsWith('2')) ?? [];
  const [mediaType, media] = Object.entries(success?.content ?? {})[0] ?? [];
  const isJson = mediaType === undefined || mediaType === 'application/json';
  const result = mediaType === undefined ? 'None' : isJson ? toType(media?.schema ?? {}) : 'bytes';
  const page = resolve<Schema>(document, media?.schema ?? {});
  const field = findPaging(operation.parameters) && findRowField(page.properties ?? {});
  const item = field === 'items' ? toType(page.properties?.items?.items ?? {}) : 'dict[str, Any]';
  return {
    operation,
    name: toSnakeCase(operation.operationId),
    result,
    isJson,
    rows: field && { field, type: item },
  };
}

function toType(schema: Schema): string {
  return typeOf(schema, () => 'dict[str, Any]');
}

function writeDefinition({ operation, isJson, rows }: Described): string {
  const named = ['path', 'query', 'header'].flatMap((location) => {
    const names = operation.parameters.filter((parameter) => parameter.in === location).map(({ name }) => name);
    return names.length > 0 ? [`${location}_parameters=(${names.map((name) => `"${name}", `).join('')})`] : [];
  });
  const parts = [
    `"${operation.operationId}"`,
    `"${operation.method.toUpperCase()}"`,
    `"${operation.path}"`,
    ...named,
    ...(rows ? [`rows="${rows.field}"`] : []),
    ...(isJson ? [] : ['is_json=False']),
  ];
  return `"${operation.operationId}": Operation(${parts.join(', ')})`;
}

function writeClass(name: string, operations: readonly Described[], isAsync: boolean): string {
  const [async, awaited] = isAsync ? ['async ', 'await '] : ['', ''];
  const iterator = isAsync ? 'AsyncIterator' : 'Iterator';
  const methods = operations.flatMap((described) => [
    writeMethod(described, async, awaited),
    ...(described.rows ? [writeIterator(described, iterator)] : []),
  ]);
  return `class ${name}:
    """A method for each operation."""

    ${async}def send(self, operation: str, parameters: Mapping[str, Any] | None = None, body: object = None, *, timeout: float | None = None) -> Response:
        raise NotImplementedError

    def _iterate(self, operation: str, parameters: Mapping[str, Any], limit: int | None) -> ${iterator}[Any]:
        raise NotImplementedError

${methods.join('\n\n')}`;
}

function writeMethod({ operation, name, result }: Described, async: string, awaited: string): string {
  const { body, summary, description } = {
    body: operation.requestBody?.content['application/json']?.schema,
    summary: operation.definition.summary ?? '',
    description: operation.definition.description ?? '',
  };
  const signature = writeSignature(operation.parameters, body && toType(body));
  const sent = `${awaited}self.send("${operation.operationId}", ${writeValues(operation.parameters)}${body ? ', body' : ''}, timeout=timeout)`;
  return `    ${async}def ${name}(${signature}, timeout: float | None = None) -> ${result}:
${docstring(`${summary}.\n\n${description}`, '        ')}
        ${result === 'None' ? sent : `return cast("${result.replaceAll('"', "'")}", (${sent}).data)`}`;
}

function writeIterator({ operation, name, rows }: Described, iterator: string): string {
  const parameters = operation.parameters.filter(
    (parameter) => !isPagingParameter(parameter.name) || parameter.name === 'page_size',
  );
  return `    def ${name.replace(/^list_/, 'iter_')}(${writeSignature(parameters)}, limit: int | None = None) -> ${iterator}[${rows?.type}]:
        """Iterate over all items of \`${name}\`, up to \`limit\`. Pages are requested on demand."""
        return self._iterate("${operation.operationId}", ${writeValues(parameters)}, limit)`;
}

/** Writes the parameters of a method: path parameters, the body, and the others as keyword arguments. */
function writeSignature(parameters: readonly Parameter[], body?: string): string {
  const [positional, keywords] = [true, false].map((inPath) =>
    parameters.filter(({ in: location, name }) => (location === 'path' && !isScopeParameter(name)) === inPath),
  );
  const required = (positional ?? []).map(({ name, schema }) => `${toSnakeCase(name)}: ${toType(schema ?? {})}`);
  const optional = (keywords ?? [])
    .toSorted((a, b) => Number(isScopeParameter(a.name)) - Number(isScopeParameter(b.name)))
    .map(({ name, schema }) => {
      const type = toType(schema ?? {}).replace(/^list\[(.*)\]$/, 'Sequence[$1]');
      return `${toSnakeCase(name)}: ${type} | None = None`;
    });
  return ['self', ...required, ...(body ? [`body: ${body}`] : []), '*', ...optional].join(', ');
}

function writeValues(parameters: readonly Parameter[]): string {
  return `{${parameters.map(({ name }) => `"${toSnakeCase(name)}": ${toSnakeCase(name)}`).join(', ')}}`;
}
