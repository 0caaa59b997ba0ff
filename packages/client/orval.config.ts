import { defineConfig } from 'orval';
import { clientConfig } from './codegen/config.ts';

export default defineConfig({
  client: clientConfig('../../spec/dist/strict.json', './src/generated/operations.ts', '..'),
});
