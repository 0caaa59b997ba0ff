/** Checks the URLs of webhooks by the settings of the operator. */
import { findWebhookUrlProblem } from '@aispm/domain';
import { ApiError } from '../../platform/http/errors/errors.ts';
import type { Settings } from '../../platform/services/settings.ts';
import { createAddressPolicy } from '../evaluations/index.ts';

/**
 * Checks the text of a URL. What its host resolves to is checked for each delivery.
 *
 * @throws {ApiError} 422
 */
export function checkUrl({ outgoingHosts }: Pick<Settings, 'outgoingHosts'>, url: string): void {
  const policy = createAddressPolicy(outgoingHosts);
  const problem = findWebhookUrlProblem(url, (address) => {
    const host = address.hostname.replace(/^\[|\]$/g, '');
    const isName = /localhost\.?$/.test(host);
    return policy.allowsHost(address) && (isName || policy.refuses(host, host) === undefined);
  });
  if (problem === undefined) return;
  throw new ApiError(422, 'forbidden_url', 'Events cannot be sent to this URL.', { 'body/url': problem });
}
