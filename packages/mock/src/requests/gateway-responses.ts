/** The responses of proxies between a client and the service. */
import type { Operation } from '../core/contract-types.ts';

/** Responses of proxies and load balancers, which contracts don't declare. Clients retry these statuses. */
export const GATEWAY_RESPONSES: Operation['responses'] = [
  { id: '502', code: '502', description: 'Bad Gateway. A proxy received no valid response from the service.' },
  { id: '503', code: '503', description: 'Service Unavailable. The service cannot handle the request right now.' },
  { id: '504', code: '504', description: 'Gateway Timeout. A proxy received no response from the service in time.' },
];
