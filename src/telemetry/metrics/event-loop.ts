import { process as own } from "./catalog.ts";

/** Milliseconds between two samples. Longer delays are always seen, shorter ones only if a sample falls into them. */
const sampleInterval = 20;

/**
 * Observes how late a timer fires, which is the delay of every other request. The default gauges of Node.js
 * (`nodejs_eventloop_lag_*`) reset at each scrape; a histogram can be aggregated across processes. Returns a function
 * that stops it.
 */
export function sampleEventLoop(): () => void {
  let expected = performance.now() + sampleInterval;
  const timer = setInterval(() => {
    const now = performance.now();
    own.eventLoopDelay.observe({}, Math.max(0, now - expected) / 1000);
    expected = now + sampleInterval;
  }, sampleInterval);
  timer.unref();
  return () => clearInterval(timer);
}
