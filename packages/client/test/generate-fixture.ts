import { join } from 'node:path';
import { generate } from 'orval';
import { clientConfig } from '../codegen/config.ts';
import { writeExamples } from './examples.ts';

const folder = join(import.meta.dirname, '..');

/** Generates the client of the fixture contract with the configuration of the real one, and the examples as programs. */
export async function setup(): Promise<void> {
  const config = clientConfig(
    join(folder, 'test/fixture.yaml'),
    join(folder, 'generated/fixture/operations.ts'),
    '../../src',
  );
  await generate(config, folder, { logLevel: 'warn', throwOnError: true, failOnWarnings: true });
  writeExamples();
}
