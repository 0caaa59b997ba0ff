/** Finds what is wrong with a value that meets none of the alternatives of a schema. */

/** An error of Ajv with the option `verbose`. */
export interface ValidatorError {
  keyword: string;
  /** JSON Pointer of the value that the error is about. */
  instancePath: string;
  params: Record<string, unknown>;
  message?: string | undefined;
  /** The value of the keyword. */
  schema?: unknown;
  /** The value that the error is about. */
  data?: unknown;
}

/** Validates a value against one alternative. Returns all its errors; none when it's valid. */
type ValidateAlternative<E> = (alternative: object, value: unknown) => readonly E[];

/**
 * Replaces the errors of all alternatives of an `oneOf` or `anyOf` by those of the alternative that a value is meant to be: the one whose
 * constants it has and, of several, the one with the fewest errors. When it has the constants of none, the error lists those of all.
 *
 * @param errors in the order of the validator: those of the alternatives precede that of `oneOf` or `anyOf`
 */
export function narrowAlternatives<E extends ValidatorError>(
  errors: readonly E[],
  validate: ValidateAlternative<E>,
): E[] {
  const narrowed: E[] = [];
  for (let end = errors.length; end > 0; ) {
    const error = errors[end - 1] as E;
    const found = validateAlternatives(error, validate);
    // Those of the alternatives precede it; a validator that ends at the first error has found fewer of them, and no others.
    const start = Math.max(0, end - 1 - found.flat().length);
    const meant = selectMeant(found.map((one) => narrowAlternatives(one, validate)));
    const inValue = meant?.map((one) => ({ ...one, instancePath: `${error.instancePath}${one.instancePath}` }));
    narrowed.unshift(...(inValue ?? errors.slice(start, end)));
    end = start;
  }
  return narrowed;
}

/** Returns the errors of each alternative; an empty list if an error isn't about alternatives, or several of them match. */
function validateAlternatives<E extends ValidatorError>(
  { keyword, schema, data, params }: E,
  validate: ValidateAlternative<E>,
): (readonly E[])[] {
  const areAlternatives = (keyword === 'oneOf' || keyword === 'anyOf') && Array.isArray(schema);
  if (!areAlternatives || Array.isArray(params.passingSchemas)) return [];
  return schema.map((alternative: object) => validate(alternative, data));
}

/** Returns the errors of the alternative that the value is meant to be, or one for all; undefined when there's none. */
function selectMeant<E extends ValidatorError>(alternatives: readonly E[][]): E[] | undefined {
  const fitting = alternatives.filter((errors) => !errors.some(isOfAnother));
  if (fitting.length > 0) return fitting.reduce((best, errors) => (errors.length < best.length ? errors : best));
  const [first = [], ...others] = alternatives.filter((errors) => !errors.some(isOfAnotherType));
  const differing = first.find(isOfAnother);
  const same = others.map((errors) => errors.find((error) => isAbout(error, differing)));
  if (!differing || same.includes(undefined)) return undefined;
  const values = [differing, ...same].flatMap((error) => listValues(error as E));
  return [{ ...differing, keyword: 'enum', params: { allowedValues: [...new Set(values)] } }];
}

/** Returns whether an error says that the value is meant to be another alternative: it has another type, or another constant. */
function isOfAnother(error: ValidatorError): boolean {
  const isShallow = error.instancePath.split('/').length <= 2;
  return isOfAnotherType(error) || (isShallow && listValues(error).length > 0);
}

function isOfAnotherType({ keyword, instancePath }: ValidatorError): boolean {
  return keyword === 'type' && instancePath === '';
}

function isAbout(error: ValidatorError, other: ValidatorError | undefined): boolean {
  return listValues(error).length > 0 && error.instancePath === other?.instancePath;
}

/** Lists the values that a constant or an enumeration permits; none for other errors. */
function listValues({ keyword, params }: ValidatorError): unknown[] {
  if (keyword === 'const') return [params.allowedValue];
  return keyword === 'enum' ? (params.allowedValues as unknown[]) : [];
}
