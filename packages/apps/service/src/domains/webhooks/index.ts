/** The entry of the domain `webhooks`: the receivers of the events of a workspace. */
export { WebhookSender } from './deliveries/sender.ts';
export { webhookHandlers } from './handlers.ts';
