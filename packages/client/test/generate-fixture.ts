import { generate } from 'orval';
import { clientConfig } from '../codegen/config.ts';
import { writeExamples } from './examples.ts';

/** Generates the client of the fixture contract, with the very configuration of the real one, and the examples as programs. */
export async function setup(): Promise<void> {
  const config = clientConfig('./test/fixture.yaml', './generated/fixture/operations.ts', '../../src');
  await generate(config, process.cwd(), { logLevel: 'warn', throwOnError: true, failOnWarnings: true });
  writeExamples();
}
