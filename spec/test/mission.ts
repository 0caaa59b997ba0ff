/** The mission of this repository: what it is, in the words of those who asked for it, and where each part of it is. */

export const KIND = 'contract-first OpenAPI spec plus code generation monorepo';

/** What is at the top level. */
export const TOP_LEVEL = ['package.json', 'turbo.json', 'spec', 'packages', 'scripts', '.spectral.yaml', 'README.md'];

/** A named package in its role. */
export interface Tool {
  package: string;
  /** What README.md and ARCHITECTURE.md call it. */
  name: string;
  /** Folder of the workspace that depends on it; empty for the root. */
  workspace: string;
  /** A file of the role, and how it uses the package. */
  file: string;
  use: RegExp;
}

export const TOOLS: Tool[] = [
  {
    package: '@redocly/cli',
    name: 'Redocly',
    workspace: 'spec',
    file: 'spec/build/build.ts',
    use: /findCommand\('@redocly\/cli', 'redocly'\),\s*\.\.\.\['bundle'/,
  },
  {
    package: '@stoplight/spectral-cli',
    name: 'Spectral',
    workspace: 'spec',
    file: 'spec/build/lint.ts',
    use: /findCommand\('@stoplight\/spectral-cli', 'spectral'\)[\s\S]*runCommand\(spectral, 'lint', 'spec\/openapi\.yaml'/,
  },
  {
    package: 'openapi-typescript',
    name: 'openapi-typescript',
    workspace: 'packages/types',
    file: 'packages/types/package.json',
    use: /"build": "[^"]*openapi-typescript \.\.\/\.\.\/spec\/dist\//,
  },
  {
    package: 'orval',
    name: 'orval',
    workspace: 'packages/client',
    file: 'packages/client/orval.config.ts',
    use: /from 'orval'[\s\S]*spec\/dist\//,
  },
  {
    package: '@stoplight/prism-cli',
    name: 'Prism',
    workspace: 'packages/mock',
    file: 'packages/contract-tests/src/plain-prism.ts',
    use: /'@stoplight\/prism-cli\/package\.json'/,
  },
  { package: 'vitest', name: 'vitest', workspace: '', file: 'vitest.config.ts', use: /from 'vitest\/config'/ },
  { package: 'turbo', name: 'turbo', workspace: '', file: 'scripts/turbo.ts', use: /node_modules\/turbo\/bin\/turbo/ },
];

/** Commands of the root. */
export const COMMANDS = ['start', 'build', 'lint:spec', 'mock:prism', 'test', 'test:contract'];

/** A product of the chain, and what it contains when it's more than an empty shell. */
export interface Product {
  name: string;
  file: string;
  contains: RegExp;
  /** At least as many bytes. */
  size: number;
}

export const PRODUCTS: Product[] = [
  {
    name: 'the bundle, an OpenAPI document of version 1.0.0',
    file: 'spec/dist/openapi.yaml',
    contains: /^openapi: "?3\.1[\s\S]*^ {2}version: "?1\.0\.0"?$/m,
    size: 500_000,
  },
  {
    name: 'the types package',
    file: 'packages/types/dist/index.d.ts',
    contains: /^export interface operations \{$/m,
    size: 100_000,
  },
  {
    name: 'the fetch client package',
    file: 'packages/client/dist/generated/operations.d.ts',
    contains: /^export declare const listRules: ListRulesOperation;$/m,
    size: 100_000,
  },
  { name: 'the mock server', file: 'packages/mock/dist/bundled/prism.js', contains: /negotiat/i, size: 500_000 },
  {
    name: 'the Redoc page',
    file: 'packages/apps/docs/dist/redoc/index.html',
    contains: /redoc[\s\S]*listRules/i,
    size: 500_000,
  },
];
