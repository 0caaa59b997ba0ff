/** The guide "Server conformance". */
import { it } from 'vitest';
import { followGuide } from './journey.ts';

it('shows how to get from an empty folder to a violation of a server, and to a conforming server', () =>
  followGuide('conformance', { ports: [8080], until: 'A complete server {#complete}' }));
