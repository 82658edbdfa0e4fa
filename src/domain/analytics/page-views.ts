import type { SiteScope } from "#domain/platform/context.ts";
import { addingUp } from "#domain/platform/rollups/add-up.ts";

/** Until then, views are counted in memory. */
const writeIntervalMs = 60_000;
const quarter = 15 * 60_000;

export interface ViewCounter {
  /** Counts one page view. Synchronous, and stores nothing about the visitor. */
  count(scope: SiteScope, now: Date, userAgent: string | undefined): void;
  close(): Promise<void>;
}

/** User agents of crawlers and other automated clients. */
const crawler = /bot\b|crawl|spider|slurp|preview|monitor|curl\/|wget\//i;

/**
 * Counts views of public pages without a statement per request: aggregates in memory and writes once a minute and at
 * shutdown. A killed process loses the unwritten counts.
 */
export function openViewCounter(failed: (error: unknown) => void): ViewCounter {
  const pending = new Map<string, { scope: SiteScope; at: Date; views: number }>();
  let writing: Promise<void> = Promise.resolve();

  async function write(): Promise<void> {
    const sums = [...pending.values()];
    pending.clear();
    for (const { scope, at, views } of sums) await addViews(scope, at, views).catch(failed);
  }
  const writeNext = () => (writing = writing.then(write));
  const timer = setInterval(() => void writeNext(), writeIntervalMs);
  timer.unref();

  return {
    count({ db, site }, now, userAgent = "") {
      if (crawler.test(userAgent)) return;
      const at = new Date(Math.floor(now.getTime() / quarter) * quarter);
      const key = `${site.id} ${at.getTime()}`;
      const buffered = pending.get(key);
      if (buffered) buffered.views++;
      else pending.set(key, { scope: { db, site }, at, views: 1 });
    },
    close() {
      clearInterval(timer);
      return writeNext();
    },
  };
}

async function addViews({ db, site }: SiteScope, at: Date, views: number): Promise<void> {
  await db.run`
    with entries as (
      select 'page_views' as counter, ${at}::timestamptz as at, '' as dimension, '' as key, '' as currency,
             ${views}::bigint as value
    )
    ${addingUp(site)}`;
}
