import { createRootRoute, createRoute, createRouter, lazyRouteComponent, Outlet } from '@tanstack/react-router';
import type { ListId } from '../shared/contract/lists.ts';
import { loadContract } from '../shared/contract/load-contract.ts';
import { findBySegment } from '../shared/contract/object-types.ts';
import { formatSearch, parseSearch, type Search } from '../shared/links/search.ts';
import { ErrorState, NotFound } from '../shared/ui/states.tsx';
import { DefaultWorkspace } from './default-workspace.tsx';
import { Shell } from './shell.tsx';

const root = createRootRoute({
  component: Outlet,
  notFoundComponent: () => <NotFound />,
  validateSearch: (search: Search) => search,
});

const start = createRoute({ getParentRoute: () => root, path: '/', component: DefaultWorkspace });
const workspace = createRoute({ getParentRoute: () => root, path: '/w/$tenant/$workspace', component: Shell });

/** A screen. Its module is loaded together with the contract of its `list`, if it shows one. */
const screen = <Path extends string>(
  path: Path,
  load: () => Promise<Record<string, unknown>>,
  name: string,
  list?: ListId | ((params: Record<string, string>) => ListId | undefined),
) =>
  createRoute({
    getParentRoute: () => workspace,
    path,
    component: lazyRouteComponent(load as () => Promise<Record<string, () => React.ReactNode>>, name),
    loader: async ({ params }) => {
      const id = typeof list === 'function' ? list(params) : list;
      if (id !== undefined) await loadContract(id);
    },
  });
const inventoryList = ({ type = '' }: Record<string, string>) => findBySegment(type)?.list;

// The lists keep their position and selection while a record is open next to them.
const issues = screen('/issues', () => import('../features/issues/issues-screen.tsx'), 'IssuesScreen', 'listIssues');
const rules = screen('/rules', () => import('../features/rules/rules-screen.tsx'), 'RulesScreen', 'listRules');

const routes = [
  screen('/', () => import('../features/dashboard/dashboard-screen.tsx'), 'DashboardScreen'),
  screen('/changes', () => import('../features/changes/changes-screen.tsx'), 'ChangesScreen', 'listChanges'),
  screen('/$type', () => import('../features/inventory/inventory-screen.tsx'), 'InventoryScreen', inventoryList),
  screen('/$type/$id', () => import('../features/object/object-screen.tsx'), 'ObjectScreen', inventoryList),
  issues.addChildren([createRoute({ getParentRoute: () => issues, path: '/$id' })]),
  screen(
    '/occurrences',
    () => import('../features/issues/occurrences-screen.tsx'),
    'OccurrencesScreen',
    'listFineGrainedIssues',
  ),
  rules.addChildren([createRoute({ getParentRoute: () => rules, path: '/$id' })]),
  screen(
    '/evaluations',
    () => import('../features/evaluations/evaluations-screen.tsx'),
    'EvaluationsScreen',
    'listAgentEvaluations',
  ),
  screen(
    '/evaluations/$id',
    () => import('../features/evaluations/agent-evaluation-screen.tsx'),
    'AgentEvaluationScreen',
  ),
  screen('/runs/$id', () => import('../features/evaluations/run-screen.tsx'), 'RunScreen'),
  screen('/runtime', () => import('../features/runtime/runtime-screen.tsx'), 'RuntimeScreen', 'listLlmInteractions'),
  screen('/runtime/$id', () => import('../features/runtime/interaction-screen.tsx'), 'InteractionScreen'),
  screen('/scans', () => import('../features/scans/scans-screen.tsx'), 'ScansScreen', 'listScans'),
  screen('/scans/compare', () => import('../features/scans/compare-screen.tsx'), 'CompareScansScreen'),
  screen('/scans/$id', () => import('../features/scans/scan-screen.tsx'), 'ScanScreen'),
  screen('/views', () => import('../features/views/views-screen.tsx'), 'ViewsScreen', 'listViews'),
  screen('/views/$id', () => import('../features/views/view-screen.tsx'), 'ViewScreen'),
  screen('/webhooks', () => import('../features/webhooks/webhooks-screen.tsx'), 'WebhooksScreen'),
  screen('/settings', () => import('../features/settings/settings-screen.tsx'), 'SettingsScreen'),
];

/** Creates the router with all screens. */
export function createAppRouter() {
  return createRouter({
    routeTree: root.addChildren([start, workspace.addChildren(routes)]),
    parseSearch,
    stringifySearch: formatSearch,
    defaultPreload: 'intent',
    defaultPendingMs: 150,
    defaultErrorComponent: ({ error, reset }) => <ErrorState isScreen error={error} retry={reset} />,
    defaultNotFoundComponent: () => <NotFound />,
    scrollRestoration: true,
  });
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}
