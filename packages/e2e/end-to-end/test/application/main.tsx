/**
 * A small application on the API, written as the guides recommend: agents, the graph, triage, evaluation runs, exports and the
 * dashboard. Every number on its screens links to the list that it counts.
 */
import type { AgentEdge } from '@aispm/client';
import { QueryClient, QueryClientProvider, useIsFetching } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';
import { Agent, Agents, Edge } from './agents.tsx';
import { startMock } from './api.ts';
import { Dashboard } from './dashboard.tsx';
import { Export, View, Views } from './exports.tsx';
import { Issue, Issues, Occurrences } from './issues.tsx';
import { OBJECT_SCREENS } from './objects.tsx';
import { toHash, useRoute } from './route.ts';
import { Results, Run, Runs } from './runs.tsx';
import { Scans } from './scans.tsx';

function Screen() {
  const { path } = useRoute();
  const [name = '', id, part] = path;
  switch (name) {
    case '':
      return <Dashboard />;
    case 'agents':
      if (id && part) return <Edge key={part} id={id} edge={part as AgentEdge} />;
      return id ? <Agent id={id} /> : <Agents />;
    case 'issues':
      return id ? <Issue key={id} id={id} /> : <Issues />;
    case 'occurrences':
      return <Occurrences />;
    case 'scans':
      return <Scans />;
    case 'runs':
      if (id && part) return <Results id={id} />;
      return id ? <Run id={id} /> : <Runs />;
    case 'views':
      if (id && part) return <Export id={id} exportId={part} />;
      return id ? <View id={id} /> : <Views />;
    default: {
      const Objects = OBJECT_SCREENS[name as keyof typeof OBJECT_SCREENS];
      return Objects ? <Objects /> : <p>There is no such screen.</p>;
    }
  }
}

const SCREENS = { '': 'Dashboard', agents: 'Agents', issues: 'Issues', runs: 'Evaluations', views: 'Exports' };

function Application() {
  const isLoading = useIsFetching() > 0;
  const { hash } = useRoute();
  return (
    <>
      <nav>
        {Object.entries(SCREENS).map(([path, title]) => (
          <a key={path} href={toHash(path)}>
            {title}
          </a>
        ))}
      </nav>
      <main aria-busy={isLoading} data-route={hash}>
        <Screen />
      </main>
    </>
  );
}

/** As the guides recommend; queries that a change invalidates are requested again earlier. */
const queryClient = new QueryClient({ defaultOptions: { queries: { staleTime: 30_000 } } });

await startMock();
const element = document.querySelector('#app');
if (element)
  createRoot(element).render(
    <QueryClientProvider client={queryClient}>
      <Application />
    </QueryClientProvider>,
  );
