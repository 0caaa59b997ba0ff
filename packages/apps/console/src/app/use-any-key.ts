import { useEffect, useState } from 'react';

/** How long the API may take to say that it is the mock. */
const TIMEOUT_MS = 5_000;

/**
 * Whether the API is a mock that accepts any key. Mocks say so at `/healthz`, which the service has, too.
 *
 * @param baseUrl address of the API; one that is not complete is not asked
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
    // Not a mock, or it cannot be reached, which signing in reports.
    return false;
  }
}
