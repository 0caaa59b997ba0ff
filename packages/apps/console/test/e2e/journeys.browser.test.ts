import { startOnMock } from '../backends/mock.ts';
import { stopMockClock } from '../mock-clock.ts';
import { describeJourneys } from './journeys.ts';

describeJourneys('the mock', { start: () => startOnMock(), isQuick: true, stopClock: stopMockClock });
