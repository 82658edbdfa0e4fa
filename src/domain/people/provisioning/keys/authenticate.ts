import { LRUCache } from "lru-cache";
import type { ProvisioningCaller } from "#access/caller.ts";
import type { RequestContext } from "#domain/platform/context.ts";
import { digest, matches } from "#lib/secrets/secret.ts";
import { callerWith } from "../caller.ts";
import { isProvisioningKey } from "./provisioning-key.ts";
import { findKeyByDigest, recordUse } from "./queries.ts";

/** Spares most requests another statement. */
const recordIntervalMs = 5 * 60_000;

/** Times that this process has recorded, by key. */
const recordedAt = new LRUCache<string, number>({ max: 1000 });

/** Returns the directory whose key this is, and records the use. Undefined for any other text, and at other sites. */
export async function findDirectory(context: RequestContext, text: string): Promise<ProvisioningCaller | undefined> {
  if (!isProvisioningKey(text)) return undefined;
  const key = await findKeyByDigest(context, digest(text));
  if (!key || !matches(text, key.digest)) return undefined;
  await markUsed(context, key.id);
  return callerWith(key);
}

async function markUsed(context: RequestContext, id: string): Promise<void> {
  const { site, now, address } = context;
  const name = `${site.id} ${id}`;
  const last = recordedAt.get(name);
  if (last !== undefined && now.getTime() - last < recordIntervalMs) return;
  recordedAt.set(name, now.getTime());
  await recordUse(context, { id, now, since: new Date(now.getTime() - recordIntervalMs), address });
}
