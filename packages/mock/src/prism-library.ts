/**
 * The parts of Prism that the mock drives, loaded one by one: the package's front door also loads its reader of
 * OpenAPI, its router and its forwarder, which makes up a third of the time to start.
 */
import { createRequire } from 'node:module';

type Types = typeof import('@stoplight/prism-http/dist/types.js');
type Validator = typeof import('@stoplight/prism-http/dist/validator/index.js');
type Mocker = typeof import('@stoplight/prism-http/dist/mocker/index.js');
type Factory = typeof import('@stoplight/prism-core/dist/factory.js');
type Logger = typeof import('@stoplight/prism-core/dist/logger.js');
type Faker = typeof import('@faker-js/faker');

const ownRequire = createRequire(import.meta.url);
const prismRequire = createRequire(ownRequire.resolve('@stoplight/prism-http'));

deferFaker();

export const { ProblemJsonError } = ownRequire('@stoplight/prism-http/dist/types.js') as Types;
export const { validateInput, validateOutput, validateSecurity } = ownRequire(
  '@stoplight/prism-http/dist/validator/index.js',
) as Validator;
export const { default: mock } = ownRequire('@stoplight/prism-http/dist/mocker/index.js') as Mocker;
export const { factory } = ownRequire('@stoplight/prism-core/dist/factory.js') as Factory;
export const { createLogger } = ownRequire('@stoplight/prism-core/dist/logger.js') as Logger;

/** The generator of bodies that Prism uses; it has one set of options for all. */
export const { JSONSchemaFaker } = prismRequire('json-schema-faker') as {
  JSONSchemaFaker: { option(name: string, value: unknown): void };
};

/**
 * Loads Faker when a schema names it, if ever, and not when Prism's generator is loaded: it takes longer than all the
 * rest of Prism, and 20 MB.
 */
function deferFaker(): void {
  const path = prismRequire.resolve('@faker-js/faker');
  if (prismRequire.cache[path]) return;
  const placeholder = {
    exports: {
      get faker() {
        delete prismRequire.cache[path];
        return (prismRequire(path) as Faker).faker;
      },
    },
  };
  prismRequire.cache[path] = placeholder as unknown as NodeJS.Module;
  // Whoever else wants Faker gets the real one.
  prismRequire('@stoplight/prism-http/dist/mocker/generator/JSONSchema.js');
  delete prismRequire.cache[path];
}
