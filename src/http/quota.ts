import { LRUCache } from "lru-cache";
import type { Database } from "#database/database.ts";
import type { Site } from "#domain/site/sites/site.ts";
import { digest } from "#lib/secret.ts";
import { http as metrics } from "#telemetry/metrics/catalog.ts";

/** A limit of requests per minute. */
interface Policy {
  /** Also its name in the RateLimit headers. */
  name: string;
  perMinute: number;
}

export interface Balance {
  policy: Policy;
  allowed: boolean;
  remaining: number;
  /** Whole seconds until the next window. */
  resetSeconds: number;
}

interface Counter {
  siteId: string;
  key: Buffer;
  endsAt: number;
  /** The last known total of all processes. */
  shared: number;
  /** Requests counted here but not yet shared. */
  unshared: number;
}

const minute = 60_000;
const syncIntervalMs = 1000;
/** Share of the allowance after which a process synchronizes, so that it rarely uses all of it before. */
const earlyShare = 1 / 8;

export interface Quotas {
  /** Counts one request of a subject, or reports that the limit is exceeded. Synchronous. */
  take(site: Site, policy: Policy, subject: string, now: Date): Balance;
  close(): Promise<void>;
}

interface QuotaOptions {
  /** Receives errors of the synchronization. */
  report: (error: unknown) => void;
  /** Number of server processes on this machine. Default 1. */
  processes?: number | undefined;
}

/**
 * Counts requests in memory and synchronizes processes through the database once a second, in one statement for all
 * counters. A request costs no statement. The processes of one machine divide what remains of a limit and synchronize
 * early, so that they enforce it as one process does. Between machines, a client may exceed its limit within that
 * second. Limits that must be exact use `domain/platform/rate-limits`.
 */
export function openQuotas(db: Database, { report, processes = 1 }: QuotaOptions): Quotas {
  // `max` would preallocate memory for all of them.
  const counters = new LRUCache<string, Counter>({
    maxSize: 100_000,
    sizeCalculation: () => 1,
    ttl: 2 * minute,
    ttlResolution: syncIntervalMs,
  });
  const dirty = new Set<Counter>();
  let syncing: Promise<void> = Promise.resolve();

  async function sync(): Promise<void> {
    const shared = [...dirty].map((counter) => ({ counter, amount: counter.unshared }));
    dirty.clear();
    if (shared.length === 0) return;
    const totals = await share(db, shared);
    for (const { counter, amount } of shared) {
      counter.unshared -= amount;
      counter.shared = totals.get(counter.key.toString("hex")) ?? counter.shared + amount;
    }
  }

  let isSyncScheduled = false;
  function syncNow(): void {
    if (isSyncScheduled) return;
    isSyncScheduled = true;
    syncing = syncing
      .then(() => {
        isSyncScheduled = false;
        return sync();
      })
      .catch(report);
  }

  const syncIfShared = () => {
    if (processes > 1) syncNow();
  };

  /** Requests that this process may accept before it must know the counts of the others. */
  const allowanceOf = (counter: Counter, policy: Policy) =>
    processes === 1 ? Number.POSITIVE_INFINITY : Math.ceil((policy.perMinute - counter.shared) / processes);

  const timer = setInterval(syncNow, syncIntervalMs);
  timer.unref();
  const forgetting = setInterval(() => counters.purgeStale(), minute);
  forgetting.unref();

  return {
    take(site, policy, subject, now) {
      const index = Math.floor(now.getTime() / minute);
      const name = `${site.id}/${policy.name}/${subject}/${index}`;
      let counter = counters.get(name);
      if (!counter) {
        const key = digest(`quota\n${policy.name}\n${subject}\n${index}`);
        counters.set(name, (counter = { siteId: site.id, key, endsAt: (index + 1) * minute, shared: 0, unshared: 0 }));
      }
      const before = counter.shared + counter.unshared;
      const allowance = allowanceOf(counter, policy);
      const allowed = before < policy.perMinute && counter.unshared < allowance;
      if (allowed) {
        counter.unshared++;
        dirty.add(counter);
        if (before === 0 || counter.unshared >= allowance * earlyShare) syncIfShared();
      } else metrics.rateLimited.add({ limit: policy.name });
      return {
        policy,
        allowed,
        remaining: Math.max(0, policy.perMinute - before - 1),
        resetSeconds: Math.max(1, Math.ceil((counter.endsAt - now.getTime()) / 1000)),
      };
    },
    async close() {
      clearInterval(timer);
      clearInterval(forgetting);
      await syncing;
    },
  };
}

/** Adds the counts of this process and returns the totals of all processes. */
async function share(
  db: Database,
  counted: readonly { counter: Counter; amount: number }[],
): Promise<Map<string, number>> {
  const siteIds = counted.map(({ counter }) => counter.siteId);
  const digests = counted.map(({ counter }) => counter.key);
  const amounts = counted.map(({ amount }) => amount);
  const expiries = counted.map(({ counter }) => new Date(counter.endsAt + minute).toISOString());
  const found = await db.many<{ digest: Buffer; count: number }>`
    insert into rate_limits (site_id, digest, count, expires_at)
    select * from unnest(${siteIds}::uuid[], ${digests}::bytea[], ${amounts}::integer[], ${expiries}::timestamptz[])
    on conflict (site_id, digest) do update set count = rate_limits.count + excluded.count
    returning digest, count`;
  return new Map(found.map(({ digest: key, count }) => [key.toString("hex"), count]));
}
