import type { Browser } from 'playwright-core';

/** The cost of a visit to a page. Times are in milliseconds since the navigation. */
export interface Measurement {
  /** Compressed bytes of all responses. */
  bytes: number;
  lcp: number;
  cls: number;
  tbt: number;
  settled: number;
}

/** The observations of a page. */
type Recorder = typeof window & { record: Omit<Measurement, 'bytes'> };

/** The simulated device and network. */
const CPU_SLOWDOWN = 4;
const NETWORK = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 };

const VIEWPORT = { width: 1440, height: 900 };
/** A page has settled when nothing has happened for this long. */
const QUIET_MS = 2_000;
/** Maximum time for a page to settle. */
const LIMIT_MS = 120_000;

/** Opens a page with an empty cache and waits until it has settled. */
export async function measurePage(browser: Browser, url: string): Promise<Measurement> {
  const context = await browser.newContext({ viewport: VIEWPORT });
  try {
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send('Network.enable');
    await session.send('Network.emulateNetworkConditions', NETWORK);
    await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
    let bytes = 0;
    session.on('Network.loadingFinished', ({ encodedDataLength }) => {
      bytes += encodedDataLength;
    });
    await page.addInitScript(observe);
    await page.goto(url, { waitUntil: 'commit', timeout: LIMIT_MS });
    await page.waitForFunction(
      ({ quiet, limit }) => {
        const { record } = window as Recorder;
        const now = performance.now();
        return document.readyState === 'complete' && (now - record.settled > quiet || now > limit);
      },
      { quiet: QUIET_MS, limit: LIMIT_MS },
      { polling: 250, timeout: 2 * LIMIT_MS },
    );
    const record = await page.evaluate(() => (window as Recorder).record);
    return { ...record, bytes };
  } finally {
    await context.close();
  }
}

/** Runs in the page before its scripts. */
function observe(): void {
  const record = { lcp: 0, cls: 0, tbt: 0, settled: 0 };
  Object.assign(window, { record });
  const listen = (type: string, take: (entry: PerformanceEntry) => number) => {
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) record.settled = Math.max(record.settled, take(entry));
    }).observe({ type, buffered: true });
  };
  listen('largest-contentful-paint', (entry) => {
    record.lcp = entry.startTime;
    return entry.startTime;
  });
  listen('layout-shift', (entry) => {
    record.cls += (entry as PerformanceEntry & { value: number }).value;
    return entry.startTime;
  });
  listen('longtask', ({ startTime, duration }) => {
    record.tbt += duration - 50;
    return startTime + duration;
  });
  listen('resource', (entry) => (entry as PerformanceResourceTiming).responseEnd);
  listen('navigation', (entry) => (entry as PerformanceNavigationTiming).domComplete);
}
