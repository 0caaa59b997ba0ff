/** The guide "Quick start". */
import { it } from 'vitest';
import { followGuide } from './journey.ts';

it('shows how to get from an empty folder to a first response, and to the line of a finding', () =>
  followGuide('quick-start', {
    ports: [4010, 4020, 4030],
    replaced: {
      // The clone is this working tree, and the packages are packed.
      'git clone https://github.com/aispm/aispm-contract.git': '',
      'npm --prefix aispm-contract run --silent pack -- ~/aispm-packages': '',
      // Other tests use the usual ports.
      'npm ci && npm start': 'AISPM_MOCK_PORT=4010 AISPM_DOCS_PORT=4020 AISPM_SERVICE_PORT=4030 npm start',
    },
  }));
