import type { Guide } from '../../build/llms.ts';

/** The guides, in the order and the groups of the menu. */
export const guideGroups: { text: string; items: Guide[] }[] = [
  {
    text: 'Start',
    items: [
      { text: 'Quick start', link: '/guides/quick-start' },
      { text: 'Authentication and tenancy', link: '/guides/authentication' },
      { text: 'The object graph', link: '/guides/object-graph' },
    ],
  },
  {
    text: 'Call the API',
    items: [
      { text: 'Paging', link: '/guides/paging' },
      { text: 'Errors and retries', link: '/guides/errors' },
      { text: 'Evaluation runs', link: '/guides/evaluation-runs' },
      { text: 'Client storage', link: '/guides/client-storage' },
      { text: 'View export', link: '/guides/view-export' },
    ],
  },
  {
    text: 'Build and test',
    items: [
      { text: 'Frontend work on the mock', link: '/guides/mock' },
      { text: 'Conformance of a server', link: '/guides/conformance' },
    ],
  },
  {
    text: 'Over time',
    items: [
      { text: 'Versions and deprecation', link: '/guides/versioning' },
      { text: 'Changelog', link: '/guides/changelog' },
    ],
  },
];

/** All guides in one list. */
export const guides: Guide[] = guideGroups.flatMap(({ items }) => items);
