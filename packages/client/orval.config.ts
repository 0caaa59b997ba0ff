import { defineConfig } from 'orval';
import { clientConfig } from './codegen/config.ts';

export default defineConfig({
  client: clientConfig('../../spec/dist/openapi.yaml', './src/generated/operations.ts', '..'),
});
