import type { Database } from "#database/database.ts";
import { http as metrics } from "#telemetry/metrics/catalog.ts";
import type { QuotaOptions, Quotas } from "#http/quotas/quotas.ts";
import { addToTotals } from "./add-to-totals.ts";
import { openWindows, secondsLeft, syncInterval } from "./windows.ts";
import { type Window } from "#http/quotas/window.ts";

interface Counter extends Window {
  /** The last known total of all processes. */
  shared: number;
  /** Requests counted here but not yet shared. */
  unshared: number;
}

/**
 * Counts in memory and exchanges the counts with other machines once a second. A client that sends to several machines
 * at the same time may exceed its limit by what they accept until then.
 */
export function openCounts(db: Database, report: QuotaOptions["report"]): Quotas {
  const windows = openWindows<Counter>((window) => ({ ...window, shared: 0, unshared: 0 }));
  const dirty = new Set<Counter>();
  let syncing: Promise<void> = Promise.resolve();

  async function sync(): Promise<void> {
    const shared = [...dirty].map((counter) => ({ counter, amount: counter.unshared }));
    dirty.clear();
    if (shared.length === 0) return;
    const totalOf = await addToTotals(db, shared);
    for (const { counter, amount } of shared) {
      counter.unshared -= amount;
      counter.shared = totalOf(counter);
    }
  }

  const timer = setInterval(() => {
    syncing = syncing.then(sync).catch(report);
  }, syncInterval);
  timer.unref();

  return {
    take(site, policy, subject, now) {
      const counter = windows.at(site, policy, subject, now);
      const before = counter.shared + counter.unshared;
      const allowed = before < policy.perMinute;
      if (allowed) {
        counter.unshared++;
        dirty.add(counter);
      } else metrics.rateLimited.add({ limit: policy.name });
      const remaining = Math.max(0, policy.perMinute - before - 1);
      return { policy, allowed, remaining, resetSeconds: secondsLeft(counter, now) };
    },
    async close() {
      clearInterval(timer);
      windows.close();
      await syncing;
    },
  };
}
