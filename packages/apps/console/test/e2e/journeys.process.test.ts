import { startOnEmbedded, startOnPostgres } from '../backends/service.ts';
import { describeJourneys } from './journeys.ts';

describeJourneys('the service on PostgreSQL', startOnPostgres, ['long']);
describeJourneys('the service on the embedded database', startOnEmbedded, ['long']);
