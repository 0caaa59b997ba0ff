import type { Rule } from '../rule.js';

/** Global names of JavaScript, and types that TypeScript always knows. */
const GLOBALS = [
  ...[
    'Array',
    'ArrayBuffer',
    'BigInt',
    'Boolean',
    'DataView',
    'Date',
    'Error',
    'Function',
    'Infinity',
    'Intl',
    'Iterator',
  ],
  ...[
    'JSON',
    'Map',
    'Math',
    'NaN',
    'Number',
    'Object',
    'Promise',
    'Proxy',
    'Reflect',
    'RegExp',
    'Set',
    'String',
    'Symbol',
  ],
  ...['TypeError', 'RangeError', 'SyntaxError', 'AggregateError', 'WeakMap', 'WeakRef', 'WeakSet'],
  ...['Awaited', 'Exclude', 'Extract', 'NonNullable', 'Omit', 'Parameters', 'Partial', 'Pick', 'Readonly', 'Record'],
  ...['Required', 'ReturnType'],
];

export default {
  id: 'schema-names-shadow-nothing',
  why: 'A generated type `Error` hides the global one in each file that imports it, and `catch` means something else.',
  fix: 'Give the schema a longer name, such as `ApiErrorBody`.',
  *check(contract) {
    for (const { key, path } of contract.components('schemas')) {
      if (GLOBALS.includes(key))
        yield { path, problem: `The schema \`${key}\` hides a global of JavaScript or TypeScript` };
    }
  },
} satisfies Rule;
