/** @module-tag long */
import { startOnPostgres } from '../backends/service.ts';
import { describeJourneys } from './journeys.ts';

describeJourneys('the service on PostgreSQL', { start: startOnPostgres });
