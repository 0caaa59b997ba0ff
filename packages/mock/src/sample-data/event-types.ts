/** The types of events that are sent on request. */
import type { DataScope } from './data-types.ts';

/** What an event contains, and whose webhooks receive it: by default, those of all tokens in the workspace of the examples. */
export interface EventOptions extends DataScope {
  /** Properties of `data` that differ from the example of the contract. */
  readonly data?: Readonly<Record<string, unknown>>;
}

/** An attempt to send an event to a webhook. */
export interface SentEvent {
  /** The `id` of the webhook. */
  webhook_id: string;
  url: string;
  /** The status of the response; null without one. */
  status: number | null;
  /** Why there is no response; null if there is one. */
  error: string | null;
}

/**
 * Sends an event to the active webhooks that select it, once each.
 *
 * @returns an attempt for each webhook
 * @throws {SettingError} when the contract has no such kind, or the event no such property
 */
export type SendEvent = (type: string, options?: EventOptions) => Promise<SentEvent[]>;
