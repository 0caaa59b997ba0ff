/** @import { Rule } from '../../document/rule.js' */

/** Globals of JavaScript and utility types of TypeScript. */
const GLOBALS = new Set(
  (
    'AggregateError Array ArrayBuffer Awaited BigInt Boolean DataView Date Error Exclude Extract Function Infinity Intl ' +
    'Iterator JSON Map Math NaN NonNullable Number Object Omit Parameters Partial Pick Promise Proxy RangeError Readonly ' +
    'Record Reflect RegExp Required ReturnType Set String Symbol SyntaxError TypeError WeakMap WeakRef WeakSet'
  ).split(' '),
);

/** @type {Rule} */
export default {
  id: 'schema-names-not-global',
  why: 'A generated type such as `Error` shadows the global of that name in every file that imports the type.',
  fix: 'Choose a longer name for the schema, such as `ApiErrorBody`.',
  *check(contract) {
    for (const { key, path } of contract.components('schemas')) {
      if (GLOBALS.has(key))
        yield { path, problem: `The schema \`${key}\` shadows a global of JavaScript or TypeScript` };
    }
  },
};
