import type { Database } from "#database/database.ts";
import { minute, type Window } from "#http/quotas/window.ts";

export interface Addition<Counter extends Window> {
  counter: Counter;
  /** May be negative. */
  amount: number;
}

/** Adds to the totals of all processes in one statement. Returns the new total of each counter. */
export async function addToTotals<Counter extends Window>(
  db: Database,
  additions: readonly Addition<Counter>[],
): Promise<(counter: Counter) => number> {
  // Two processes lock the rows in the same order. Sites share keys, such as that of one network.
  const sorted = additions.toSorted(
    ({ counter: one }, { counter: other }) =>
      Buffer.compare(one.key, other.key) || Buffer.compare(Buffer.from(one.siteId), Buffer.from(other.siteId)),
  );
  const siteIds = sorted.map(({ counter }) => counter.siteId);
  const digests = sorted.map(({ counter }) => counter.key);
  const amounts = sorted.map(({ amount }) => amount);
  const expiries = sorted.map(({ counter }) => new Date(counter.endsAt + minute).toISOString());
  const rows = await db.write.many<{ siteId: string; digest: Buffer; count: number }>`
    insert into rate_limits (site_id, digest, count, expires_at)
    select * from unnest(${siteIds}::uuid[], ${digests}::bytea[], ${amounts}::integer[], ${expiries}::timestamptz[])
    on conflict (site_id, digest) do update set count = rate_limits.count + excluded.count
    returning site_id, digest, count`;
  const totals = new Map(rows.map(({ siteId, digest, count }) => [nameOf(siteId, digest), count]));
  return ({ siteId, key }) => {
    const total = totals.get(nameOf(siteId, key));
    if (total === undefined) throw new Error("The statement returned no total of a counter.");
    return total;
  };
}

/** The same subject may be counted at several sites. */
const nameOf = (siteId: string, key: Buffer): string => `${siteId}/${key.toString("hex")}`;
