import { useEffect, useState } from 'react';

/** Timeout of the request to `/healthz`. */
const TIMEOUT_MS = 5_000;

/**
 * Whether the API is a mock that accepts any key, as its `/healthz` reports. The service has `/healthz` as well.
 *
 * @param baseUrl URL of the API; incomplete URLs aren't requested
 */
export function useAnyKey(baseUrl: string): boolean {
  const [asked, setAsked] = useState<string>();
  useEffect(() => {
    let isCurrent = true;
    askForMock(baseUrl).then((isMock) => {
      if (isCurrent) setAsked(isMock ? baseUrl : undefined);
    });
    return () => {
      isCurrent = false;
    };
  }, [baseUrl]);
  return asked !== undefined && asked === baseUrl;
}

async function askForMock(baseUrl: string): Promise<boolean> {
  try {
    const response = await fetch(new URL('/healthz', baseUrl), { signal: AbortSignal.timeout(TIMEOUT_MS) });
    const body = (await response.json()) as { mock?: { accepts_any_key?: unknown } } | null;
    return body?.mock?.accepts_any_key === true;
  } catch {
    // Not a mock, or unreachable, which signing in reports.
    return false;
  }
}
