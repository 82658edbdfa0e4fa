import assert from "node:assert/strict";
import type { Browser, Page } from "playwright-core";

interface TraceEvent {
  name: string;
  pid: number;
  tid: number;
  /** CPU time of the thread, in microseconds. */
  tdur?: number;
  args?: { name?: string };
}

/** Tasks of the main threads of pages, and the names of threads. */
const categories = "disabled-by-default-devtools.timeline,__metadata";

/**
 * Returns the longest task of pages while something is done, in milliseconds of CPU time: other processes on a busy
 * machine do not count.
 */
export async function longestTask(browser: Browser, page: Page, work: () => Promise<unknown>): Promise<number> {
  const session = await browser.newBrowserCDPSession();
  const events: TraceEvent[] = [];
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Chromium's trace format.
  session.on("Tracing.dataCollected", ({ value }) => events.push(...(value as unknown as TraceEvent[])));
  const ended = new Promise((resolve) => session.once("Tracing.tracingComplete", resolve));
  await session.send("Tracing.start", { categories, transferMode: "ReportEvents" });
  await work();
  await page.evaluate("new Promise((next) => requestAnimationFrame(() => setTimeout(next)))");
  await session.send("Tracing.end");
  await ended;
  await session.detach();
  const threads = new Set(
    events.flatMap(({ name, pid, tid, args }) =>
      name === "thread_name" && args?.name === "CrRendererMain" ? `${pid} ${tid}` : [],
    ),
  );
  const tasks = events.filter(({ name, pid, tid }) => name === "RunTask" && threads.has(`${pid} ${tid}`));
  assert.ok(tasks.length > 0, "The trace has no tasks.");
  return Math.max(...tasks.map(({ tdur = 0 }) => tdur)) / 1000;
}
