import type { CurrentUser } from '@aispm/client';
import { useSyncExternalStore } from 'react';
import { local, ofTab } from './storages.ts';

/** The address of the API and the key of a person who has signed in. */
export interface Session {
  baseUrl: string;
  token: string;
  /** The person, if the session began on this page. */
  user?: CurrentUser;
}

const SESSION_KEY = 'aispm-session';
const ADDRESS_KEY = 'aispm-api';

let session = readSession();
let hasEnded = false;
const listeners = new Set<() => void>();

/** The key is kept in memory, and in the storage of this tab only if the person wants that. It is never part of an address. */
export function signIn(next: Session, isRemembered: boolean): void {
  local.setItem(ADDRESS_KEY, next.baseUrl);
  const { baseUrl, token } = next;
  if (isRemembered) ofTab.setItem(SESSION_KEY, JSON.stringify({ baseUrl, token }));
  hasEnded = false;
  change(next);
}

/** Signs out somebody whose key the API no longer accepts. */
export function endSession(): void {
  hasEnded = true;
  signOut();
}

/** Whether the last session ended because the API no longer accepted its key. */
export function hasSessionEnded(): boolean {
  return hasEnded;
}

/** Forgets the key and everything that the console has stored in this browser. */
export function signOut(): void {
  ofTab.clear();
  local.clear();
  change(undefined);
}

export function useSession(): Session | undefined {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => session,
  );
}

/** The address that the server of this page states; otherwise the one that was entered last; otherwise empty. */
export function readAddress(): { address: string; isFixed: boolean } {
  const stated = document.querySelector<HTMLMetaElement>('meta[name="aispm-api"]')?.content ?? '';
  if (stated !== '') return { address: new URL(stated, location.href).href.replace(/\/$/, ''), isFixed: true };
  return { address: local.getItem(ADDRESS_KEY) ?? '', isFixed: false };
}

function readSession(): Session | undefined {
  try {
    const stored = JSON.parse(ofTab.getItem(SESSION_KEY) ?? 'null') as Partial<Session> | null;
    if (typeof stored?.baseUrl === 'string' && typeof stored.token === 'string') return stored as Session;
  } catch {
    // What is stored is not ours: the person signs in again.
  }
  return undefined;
}

function change(next: Session | undefined): void {
  session = next;
  for (const listener of listeners) listener();
}
