/** The records of the private packages `@aispm/rules` and `@aispm/evaluations`, which the build inserts. */
import type { JsonObject } from './openapi.ts';

declare const BUILT_IN_RULES: readonly JsonObject[];
declare const BUILT_IN_EVALUATIONS: readonly JsonObject[];

/** The built-in rules and evaluations by the operation that lists them. Rules lack the properties of a workspace. */
export const CATALOGUE: Readonly<Record<string, readonly JsonObject[]>> = {
  listRules: BUILT_IN_RULES,
  listEvaluations: BUILT_IN_EVALUATIONS,
};
