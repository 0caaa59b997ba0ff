/** @module-tag long */
import { startOnEmbedded } from '../backends/service.ts';
import { startOnServiceWorker } from '../backends/service-worker.ts';
import { describeJourneys } from './journeys.ts';

describeJourneys('Mock Service Worker', { start: startOnServiceWorker });
describeJourneys('the service on the embedded database', { start: startOnEmbedded });
