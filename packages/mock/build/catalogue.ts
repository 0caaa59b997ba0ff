/** The values that the build inserts into `src/bundled/catalogue.ts`: the data of the built-in rules and evaluations. */
import { builtInEvaluations } from '@aispm/evaluations';
import { staticRules } from '@aispm/rules';

export const CATALOGUE = {
  // JSON has no functions, so what evaluates the rules is left out.
  BUILT_IN_RULES: JSON.stringify(staticRules),
  BUILT_IN_EVALUATIONS: JSON.stringify(builtInEvaluations.map(({ item }) => item)),
};
