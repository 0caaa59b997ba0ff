import type { Guide } from '../../build/llms-index.ts';

/** The guides in the order of the menu, by group. */
export const guideGroups: { text: string; items: Guide[] }[] = [
  {
    text: 'Get started',
    items: [
      { text: 'Quick start', link: '/guides/quick-start' },
      { text: 'Get the packages', link: '/guides/install' },
      { text: 'Architecture', link: '/guides/architecture' },
      { text: 'From an issue to its source line', link: '/guides/issue-to-code' },
      { text: 'Authentication and tenancy', link: '/guides/authentication' },
      { text: 'The object graph', link: '/guides/object-graph' },
    ],
  },
  {
    text: 'Tools',
    items: [
      { text: 'The console', link: '/guides/console' },
      { text: 'Scan a repository', link: '/guides/scan-a-repository' },
      { text: 'Import SARIF and CycloneDX', link: '/guides/imports' },
      { text: 'TypeScript client', link: '/guides/typescript-client' },
      { text: 'Data in React', link: '/guides/react' },
      { text: 'Call the API from another language', link: '/guides/other-languages' },
      { text: 'Frontend development with the mock', link: '/guides/mock' },
      { text: 'Server conformance', link: '/guides/conformance' },
      { text: 'The service in production', link: '/guides/production' },
    ],
  },
  {
    text: 'Call the API',
    items: [
      { text: 'Paging', link: '/guides/paging' },
      { text: 'Errors and retries', link: '/guides/errors' },
      { text: 'Evaluation runs', link: '/guides/evaluation-runs' },
      { text: 'Client storage', link: '/guides/client-storage' },
      { text: 'View exports', link: '/guides/view-export' },
      { text: 'Webhooks', link: '/guides/webhooks' },
      { text: 'Cookbook', link: '/guides/cookbook' },
    ],
  },
  {
    text: 'Reference',
    items: [
      { text: 'Error catalogue', link: '/guides/error-reasons' },
      { text: 'Glossary', link: '/guides/glossary' },
      { text: 'Versioning and deprecation', link: '/guides/versioning' },
      { text: 'Changelog', link: '/guides/changelog' },
    ],
  },
];

/** All guides in one list. */
export const guides: Guide[] = guideGroups.flatMap(({ items }) => items);

/** The links above the menu of operations. */
export const referenceLinks = [
  { text: 'On one page', link: '/reference' },
  { text: 'Redoc', link: '/redoc/', target: '_self' },
  { text: 'Schemas', link: '/reference/schemas/' },
  { text: 'Try it', link: '/try' },
];
