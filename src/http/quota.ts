import { LRUCache } from "lru-cache";
import type { Database } from "#database/database.ts";
import type { Site } from "#domain/site/sites/site.ts";
import { digest } from "#lib/secret.ts";

/** So many requests in a minute of whoever is counted. */
interface Policy {
  /** Also its name in the headers. */
  name: string;
  perMinute: number;
}

export interface Balance {
  policy: Policy;
  allowed: boolean;
  remaining: number;
  /** Whole seconds until the next minute begins. */
  resetSeconds: number;
}

interface Counter {
  siteId: string;
  key: Buffer;
  endsAt: number;
  /** As all processes together knew it last. */
  shared: number;
  /** What this process has not told yet. */
  unshared: number;
}

const minute = 60_000;
const tellEvery = 1000;

export interface Quotas {
  /** Counts one request of a subject, or says that it is one too many. Waits for nothing. */
  take(site: Site, policy: Policy, subject: string, now: Date): Balance;
  close(): Promise<void>;
}

/**
 * Requests are counted in memory, and once a second processes tell each other through the database, in one statement
 * for all of them: a request costs none. So for a second a client may go over its limit by what it sends to another
 * process; whatever must be counted exactly is counted by `domain/platform/rate-limits`.
 */
export function openQuotas(db: Database, report: (error: unknown) => void): Quotas {
  // With `max` room for all of them would be taken from the start.
  const counters = new LRUCache<string, Counter>({
    maxSize: 100_000,
    sizeCalculation: () => 1,
    ttl: 2 * minute,
    ttlResolution: tellEvery,
  });
  const dirty = new Set<Counter>();
  let telling: Promise<void> = Promise.resolve();

  async function tell(): Promise<void> {
    const shared = [...dirty];
    dirty.clear();
    if (shared.length === 0) return;
    const amounts = shared.map((counter) => counter.unshared);
    const totals = await share(db, shared, amounts);
    for (const [index, counter] of shared.entries()) {
      counter.unshared -= amounts[index]!;
      counter.shared = totals.get(counter.key.toString("hex")) ?? counter.shared + amounts[index]!;
    }
  }

  const timer = setInterval(() => {
    telling = telling.then(tell).catch(report);
  }, tellEvery);
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
      const allowed = before < policy.perMinute;
      if (allowed) {
        counter.unshared++;
        dirty.add(counter);
      }
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
      await telling;
    },
  };
}

/** Adds what one process counted, and answers what all of them have. */
async function share(
  db: Database,
  counters: readonly Counter[],
  amounts: readonly number[],
): Promise<Map<string, number>> {
  const siteIds = counters.map(({ siteId }) => siteId);
  const digests = counters.map(({ key }) => key);
  const expiries = counters.map(({ endsAt }) => new Date(endsAt + minute).toISOString());
  const found = await db.many<{ digest: Buffer; count: number }>`
    insert into rate_limits (site_id, digest, count, expires_at)
    select * from unnest(${siteIds}::uuid[], ${digests}::bytea[], ${amounts}::integer[], ${expiries}::timestamptz[])
    on conflict (site_id, digest) do update set count = rate_limits.count + excluded.count
    returning digest, count`;
  return new Map(found.map(({ digest: key, count }) => [key.toString("hex"), count]));
}
