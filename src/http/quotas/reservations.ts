import type { Database } from "#database/database.ts";
import { http as metrics } from "#telemetry/metrics/catalog.ts";
import type { Balance, QuotaOptions, Quotas } from "#http/quotas/quotas.ts";
import { addToTotals } from "./add-to-totals.ts";
import { openWindows, secondsLeft, syncInterval } from "./windows.ts";
import type { Window } from "#http/quotas/window.ts";

interface Counter extends Window {
  /** Requests that this process has reserved and not used. */
  reserved: number;
  /** The last known total of the reservations of all processes. */
  total: number;
  /** Part of the total in the database that was beyond the limit, to be taken back. */
  surplus: number;
  /** The last reservation was refused at least in part. */
  isExhausted: boolean;
  /** A request was counted since the last look. */
  isUsed: boolean;
  /** Requests that wait for a reservation. */
  waiting: ((allowed: boolean) => void)[];
}

/** Share of the remaining requests that the processes together reserve ahead. */
const shareAhead = 1 / 8;

/**
 * Lets each process reserve requests in the database before it accepts them, so that all processes together never
 * exceed a limit. Each reserves some ahead: the first request of a minute waits for a statement, and few others do.
 * Reservations that stay unused for a second are returned. While the database fails, requests are allowed.
 */
export function openReservations(
  db: Database,
  { report, processes }: Required<Pick<QuotaOptions, "report">> & { processes: number },
): Quotas {
  const windows = openWindows<Counter>((window) => ({
    ...window,
    reserved: 0,
    total: 0,
    surplus: 0,
    isExhausted: false,
    isUsed: false,
    waiting: [],
  }));
  /** Counters with something to reserve or to return. */
  const dirty = new Set<Counter>();
  /** Counters with reservations, or refused ones. */
  const active = new Set<Counter>();
  let syncing: Promise<void> = Promise.resolve();
  let isSyncScheduled = false;

  const ahead = ({ perMinute, total, isExhausted }: Counter): number =>
    isExhausted ? 0 : Math.max(0, Math.floor(((perMinute - total) * shareAhead) / processes));

  async function sync(): Promise<void> {
    const changes = [...dirty].map((counter) => {
      const goal = counter.isUsed || counter.waiting.length > 0 ? ahead(counter) : 0;
      const change = counter.waiting.length + goal - counter.reserved;
      // Returned ones are not used meanwhile.
      if (change < 0) counter.reserved += change;
      return { counter, change, amount: change - counter.surplus };
    });
    dirty.clear();
    const sent = changes.filter(({ change, amount }) => change !== 0 || amount !== 0);
    if (sent.length === 0) return;
    try {
      const totalOf = await addToTotals(db, sent);
      for (const { counter, change } of sent) settle(counter, change, totalOf(counter));
    } catch (error) {
      for (const { counter } of sent) for (const answer of counter.waiting.splice(0)) answer(true);
      throw error;
    }
  }

  function settle(counter: Counter, change: number, newTotal: number): void {
    const requested = Math.max(0, change);
    const gained = Math.min(requested, Math.max(0, counter.perMinute - (newTotal - requested)));
    counter.reserved += gained;
    counter.surplus = requested - gained;
    counter.total = newTotal - counter.surplus;
    if (requested > 0) counter.isExhausted = gained < requested;
    active.add(counter);
    while (counter.waiting.length > 0 && (counter.reserved > 0 || counter.isExhausted)) {
      const allowed = counter.reserved > 0;
      if (allowed) counter.reserved--;
      counter.waiting.shift()?.(allowed);
    }
    if (counter.waiting.length > 0) request(counter);
  }

  function request(counter: Counter): void {
    dirty.add(counter);
    if (isSyncScheduled) return;
    isSyncScheduled = true;
    syncing = syncing
      .then(() => {
        isSyncScheduled = false;
        return sync();
      })
      .catch(report);
  }

  /** Returns unused reservations, and asks again for refused ones: other processes may have returned theirs. */
  function look(): void {
    for (const counter of active) {
      counter.isExhausted = false;
      if (!counter.isUsed && counter.reserved === 0 && counter.surplus === 0) active.delete(counter);
      if (counter.surplus > 0 || (!counter.isUsed && counter.reserved > 0)) request(counter);
      counter.isUsed = false;
    }
  }

  const timer = setInterval(look, syncInterval);
  timer.unref();

  return {
    take(site, policy, subject, now) {
      const counter = windows.at(site, policy, subject, now);
      const balance = (allowed: boolean): Balance => {
        if (!allowed) metrics.rateLimited.add({ limit: policy.name });
        const remaining = allowed ? Math.max(0, policy.perMinute - counter.total + counter.reserved) : 0;
        return { policy, allowed, remaining, resetSeconds: secondsLeft(counter, now) };
      };
      counter.perMinute = policy.perMinute;
      counter.isUsed = true;
      if (counter.reserved > 0) {
        counter.reserved--;
        if (counter.reserved < ahead(counter) / 2) request(counter);
        return balance(true);
      }
      if (counter.isExhausted) return balance(false);
      return new Promise<boolean>((resolve) => {
        counter.waiting.push(resolve);
        request(counter);
      }).then(balance);
    },
    async close() {
      clearInterval(timer);
      windows.close();
      for (const counter of active) {
        counter.isUsed = false;
        request(counter);
      }
      await syncing;
    },
  };
}
