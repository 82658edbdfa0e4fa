import { LRUCache } from "lru-cache";
import type { RequestContext } from "#domain/platform/context.ts";
import { recordUse } from "./queries.ts";

/** Most requests cost no further statement. */
const recordIntervalMs = 5 * 60_000;

/** Times that this process has recorded, by key. */
const recorded = new LRUCache<string, number>({ max: 10_000 });

/** Records that a key was used, with the address, unless a recent use is recorded. */
export async function markUsed(context: RequestContext, id: string): Promise<void> {
  const { site, now, address } = context;
  const key = `${site.id} ${id}`;
  const last = recorded.get(key);
  if (last !== undefined && now.getTime() - last < recordIntervalMs) return;
  recorded.set(key, now.getTime());
  await recordUse(context, { id, now, since: new Date(now.getTime() - recordIntervalMs), address });
}
