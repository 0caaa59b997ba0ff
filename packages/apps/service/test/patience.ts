/** How long tests wait for an event. */
import { PATIENCE } from '@aispm/testing';

/**
 * What has not happened after this time hangs, in milliseconds. It says nothing about speed: on a machine that does much else, a start of
 * a process or a scan takes a minute.
 */
export const PATIENCE_MS = 150_000 * PATIENCE;
