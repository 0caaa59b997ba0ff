/** The layers of ARCHITECTURE.md, as rules of dependency-cruiser: `npm run lint:layers -w @aispm/scripts`. Type imports count as imports. */

/** Matches the sources of packages, by their folders and by their names. */
const packages = (folder, ...names) => `^(${folder}(${names.join('|')})/|@aispm/(${names.join('|')})(/|$))`;

const LIB = `${packages('packages/lib/', 'domain', 'openapi')}|${packages('packages/tooling/', 'testing', 'packaging')}`;
const CONTRACT = `^(spec/|@aispm/spec(/|$))|${packages('packages/tooling/', 'ruleset')}`;
const TYPES = packages('packages/', 'types');
const LIBRARIES = packages('packages/lib/', 'evaluations', 'report-import', 'rules');
const PUBLISHED = packages('packages/', 'client', 'mock', 'conformance', 'scanner', 'react-query', 'python');
const APPS = packages('packages/apps/', 'service', 'docs', 'console');
const CHECKS = [
  packages('packages/', 'contract-tests', 'benchmarks'),
  packages('packages/tooling/', 'contract-diff'),
  packages('packages/e2e/', 'end-to-end', 'consumers', 'journeys'),
].join('|');
const SCRIPTS = '^scripts/';
const SERVICE = '^packages/apps/service/src/';
const TESTS = '/(test|smoke|projects)/|/snippets/';

/** Forbids imports from a layer to the layers above it. */
const below = (name, layer, above) => ({
  name: `${name}-imports-no-higher-layer`,
  severity: 'error',
  comment: `The layer "${name}" must not import ${above.join(' or ')}. ARCHITECTURE.md has the layers.`,
  from: { path: layer, pathNot: TESTS },
  to: { path: above },
});

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    {
      name: 'no-cycle',
      severity: 'error',
      comment: 'Move what both files need into a third one.',
      from: {},
      to: { circular: true },
    },
    below('lib', LIB, [CONTRACT, TYPES, LIBRARIES, PUBLISHED, APPS, CHECKS, SCRIPTS]),
    below('contract', CONTRACT, [TYPES, LIBRARIES, PUBLISHED, APPS, CHECKS, SCRIPTS]),
    below('types', TYPES, [LIBRARIES, PUBLISHED, APPS, CHECKS, SCRIPTS]),
    below('libraries', LIBRARIES, [PUBLISHED, APPS, CHECKS, SCRIPTS]),
    below('published', PUBLISHED, [APPS, CHECKS, SCRIPTS]),
    below('applications', APPS, [CHECKS, SCRIPTS]),
    below('checks', CHECKS, [SCRIPTS]),
    {
      name: 'only-tests-use-testing',
      severity: 'error',
      comment: '@aispm/testing is for tests, benchmarks and screenshots.',
      from: {
        path: '^(spec|packages)/',
        pathNot: ['/(test|smoke|screenshots)/', '^packages/(tooling/testing|benchmarks)/'],
      },
      to: { path: packages('packages/tooling/', 'testing') },
    },
    {
      name: 'service-platform-imports-no-domain',
      severity: 'error',
      comment: 'The platform of the service knows no domain. Pass what it needs from src/composition.',
      from: { path: `${SERVICE}platform/` },
      to: { path: `${SERVICE}(domains|composition|command|demo)/` },
    },
    {
      name: 'service-domains-import-nothing-above',
      severity: 'error',
      comment: 'Domains are put together in src/composition, which imports them.',
      from: { path: `${SERVICE}domains/` },
      to: { path: `${SERVICE}(composition|command|demo)/` },
    },
    {
      name: 'service-domains-have-one-entry',
      severity: 'error',
      comment: 'A domain reaches another one through its index.ts.',
      from: { path: `${SERVICE}domains/([^/]+)/` },
      to: {
        path: `${SERVICE}domains/[^/]+/`,
        pathNot: [`${SERVICE}domains/$1/`, `${SERVICE}domains/[^/]+/index\\.ts$`],
      },
    },
    {
      name: 'service-composition-imports-no-command',
      severity: 'error',
      from: { path: `${SERVICE}(composition|demo)/` },
      to: { path: `${SERVICE}command/` },
    },
  ],
  options: {
    tsPreCompilationDeps: true,
    // Built packages are followed to their folder, not into it.
    doNotFollow: { path: ['node_modules', '/dist/'] },
    // Vite writes a configuration next to its source while it reads it.
    exclude: { path: ['/generated/', '\\.d\\.ts$', '/reports/', '\\.timestamp-'] },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'default'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.json'],
    },
    moduleSystems: ['es6'],
  },
};
