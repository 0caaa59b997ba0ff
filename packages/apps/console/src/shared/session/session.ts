import type { CurrentUser } from '@aispm/client';
import { useSyncExternalStore } from 'react';
import { local, ofTab } from './storages.ts';

/** The API and key of a signed-in user. */
export interface Session {
  baseUrl: string;
  token: string;
  /** The user, if they signed in on this page. */
  user?: CurrentUser;
}

const SESSION_KEY = 'aispm-session';
const API_URL_KEY = 'aispm-api';

let session = readSession();
let hasEnded = false;
const listeners = new Set<() => void>();

/** Starts a session. The key is kept in memory or, if the user wants, in the tab's storage. It's never part of a URL. */
export function signIn(next: Session, isRemembered: boolean): void {
  local.setItem(API_URL_KEY, next.baseUrl);
  const { baseUrl, token } = next;
  if (isRemembered) ofTab.setItem(SESSION_KEY, JSON.stringify({ baseUrl, token }));
  hasEnded = false;
  change(next);
}

/** Signs out a user whose key the API no longer accepts. */
export function endSession(): void {
  hasEnded = true;
  signOut();
}

/** Whether the last session ended because the API no longer accepted its key. */
export function hasSessionEnded(): boolean {
  return hasEnded;
}

/** Removes the key and everything that the console stored in this browser. */
export function signOut(): void {
  ofTab.clear();
  local.clear();
  change(undefined);
}

/** The current session; undefined while signed out. */
export function useSession(): Session | undefined {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => session,
  );
}

/** Returns the URL of the API: set by the page's server, or entered last, or empty. */
export function readApiUrl(): { url: string; isFixed: boolean } {
  const configured = document.querySelector<HTMLMetaElement>('meta[name="aispm-api"]')?.content ?? '';
  if (configured !== '') return { url: new URL(configured, location.href).href.replace(/\/$/, ''), isFixed: true };
  return { url: local.getItem(API_URL_KEY) ?? '', isFixed: false };
}

function readSession(): Session | undefined {
  try {
    const stored = JSON.parse(ofTab.getItem(SESSION_KEY) ?? 'null') as Partial<Session> | null;
    if (typeof stored?.baseUrl === 'string' && typeof stored.token === 'string') return stored as Session;
  } catch {
    // The value isn't the console's, so the user signs in again.
  }
  return undefined;
}

function change(next: Session | undefined): void {
  session = next;
  for (const listener of listeners) listener();
}
