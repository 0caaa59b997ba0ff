/** Describes bodies that Prism doesn't: those that meet none of the alternatives of a schema, and those that the service doesn't support. */
import { describeSchemaError, escapeKey, narrowAlternatives, receivedValue, type Schema } from '../bundled/openapi.ts';
import { Ajv2020, addFormats } from '../bundled/prism.ts';
import type { Operation } from '../core/contract-types.ts';
import type { ErrorDetail } from '../core/errors.ts';

/** Validates a value, and returns all its errors. */
type Validate = (schema: object, value: unknown) => NonNullable<InstanceType<typeof Ajv2020>['errors']>;

/** One validator per operation, because recursive schemas refer to other schemas of the operation. */
const validators = new WeakMap<Operation, Validate>();

/**
 * Describes the violations of a body against the alternative that it is meant to match.
 *
 * @returns undefined when the schema of the body is unknown
 */
export function describeMeantBody(operation: Operation, mediaType: string, body: unknown): ErrorDetail[] | undefined {
  const contents = operation.request?.body?.contents ?? [];
  const content = contents.length === 1 ? contents[0] : contents.find((one) => one.mediaType === mediaType);
  if (!content?.schema) return undefined;
  const validate = validators.get(operation) ?? createValidate(operation);
  validators.set(operation, validate);
  const errors = narrowAlternatives(validate(content.schema, body), validate);
  return toDetails(errors);
}

/** Returns a function that describes the first violation of a schema in a body of an operation. */
export function createBodyCheck(operation: Operation, schema: Schema): (body: unknown) => ErrorDetail[] {
  let validate: Validate | undefined;
  return (body) => {
    validate ??= createValidate(operation, { allErrors: false });
    return toDetails(validate(schema, body));
  };
}

function toDetails(errors: ReturnType<Validate>): ErrorDetail[] {
  return errors
    .filter(({ keyword }) => keyword !== 'if')
    .map((error) => {
      const { message, property } = describeSchemaError(error);
      const location = `body${error.instancePath}`;
      return property === undefined
        ? { location, message: `${message}${receivedValue(error.data)}` }
        : { location: `${location}/${escapeKey(property)}`, message };
    });
}

function createValidate(operation: Operation, { allErrors } = { allErrors: true }): Validate {
  const ajv = new Ajv2020({ strict: false, validateSchema: false, allErrors, verbose: true, logger: false });
  addFormats(ajv);
  const compiled = new WeakMap<object, ReturnType<typeof ajv.compile>>();
  // Prism's reader adds the schemas that others refer to.
  const { __bundled__ } = operation;
  return (schema, value) => {
    const validate = compiled.get(schema) ?? ajv.compile({ ...schema, __bundled__ });
    compiled.set(schema, validate);
    return validate(value) ? [] : (validate.errors ?? []);
  };
}
