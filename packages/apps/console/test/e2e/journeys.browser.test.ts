import { startOnMock } from '../backends/mock.ts';
import { startOnServiceWorker } from '../backends/service-worker.ts';
import { describeJourneys } from './journeys.ts';

describeJourneys('the mock', () => startOnMock());
describeJourneys('Mock Service Worker', startOnServiceWorker, ['long']);
