/** Requests with an invalid parameter. */
import { schemaTypes } from '@aispm/openapi';
import {
  type Operation,
  type Parameter,
  type ParameterLocation,
  type Schema,
  TENANT,
  WORKSPACE,
} from '../contract/operation.ts';
import type { RequestParts } from '../contract/request-parts.ts';
import type { InvalidRequest } from './invalid-request.ts';
import { type InvalidValue, listInvalidNumbers, listInvalidStrings, MAX_ITEMS } from './values.ts';

/** Lists the requests with an invalid or missing parameter. */
export function listInvalidParameters(operation: Operation, valid: RequestParts, statuses: number[]): InvalidRequest[] {
  return operation.parameters.flatMap((parameter) => {
    const { name, in: location, required } = parameter;
    const part = location === 'header' ? 'headers' : location;
    const others = alternativeStatuses(name, location).filter((status) => operation.responses.has(status));
    const toRequest = (mistake: string, values: RequestParts[typeof part]): InvalidRequest => ({
      location: `${location}/${name}`,
      mistake,
      statuses: [...statuses, ...others],
      request: { ...valid, [part]: values },
    });
    const { [name]: _, ...without } = valid[part];
    return [
      ...(required && location !== 'path' ? [toRequest('is missing', without)] : []),
      ...listTransmittableValues(parameter).map(({ mistake, value }) =>
        toRequest(mistake, { ...valid[part], [name]: value }),
      ),
    ];
  });
}

/** Lists the invalid values that are transferred to the server unchanged. */
function listTransmittableValues({ in: location, schema }: Parameter): InvalidValue[] {
  return listInvalidTexts(schema)
    .filter(({ value }) => location === 'query' || value !== '')
    .filter(({ value }) => location !== 'header' || /^[\x20-\x7e]*$/.test(String(value)));
}

/**
 * Returns other statuses that are correct: a malformed precondition may be rejected like one that fails, and a malformed
 * tenant like one without access.
 */
function alternativeStatuses(name: string, location: ParameterLocation): number[] {
  if (location === 'header' && /^If-/i.test(name)) return [412];
  return location === 'path' && [TENANT, WORKSPACE].includes(name) ? [403] : [];
}

/** Lists values that a parameter rejects. All values of a query are strings, so words violate a numeric type. */
function listInvalidTexts(schema: Schema): InvalidValue[] {
  const types = schemaTypes(schema as Parameters<typeof schemaTypes>[0]);
  if (types.includes('array')) return listInvalidLists(schema);
  if (types.includes('integer') || types.includes('number')) {
    return [{ mistake: 'is a word', value: 'many' }, { mistake: 'is empty', value: '' }, ...listInvalidNumbers(schema)];
  }
  if (types.includes('boolean')) {
    return [
      { mistake: 'is neither true nor false', value: 'perhaps' },
      { mistake: 'is empty', value: '' },
    ];
  }
  return listInvalidStrings(schema);
}

function listInvalidLists({ items = {}, maxItems, uniqueItems }: Schema): InvalidValue[] {
  const values = Array.isArray(items.enum) ? items.enum : undefined;
  const first = values ? values[0] : 'a';
  const counts = maxItems === undefined || maxItems >= MAX_ITEMS ? [] : [maxItems + 1];
  return [
    ...listInvalidTexts(items).map(({ mistake, value }) => ({
      mistake: `has an item that ${mistake}`,
      value: [value],
    })),
    ...(uniqueItems ? [{ mistake: 'has an item twice', value: [first, first] }] : []),
    ...counts.map((count) => ({
      mistake: `has ${count} items`,
      value: Array.from({ length: count }, (_, index) => (values ? values[index % values.length] : `a${index}`)),
    })),
  ];
}
