import * as z from "zod";
import type { ProvisioningCaller } from "#access/caller.ts";
import type { Database } from "#database/database.ts";
import type { Context, SiteScope } from "#domain/platform/context.ts";
import { findSite } from "#domain/platform/site/queries.ts";
import { systemContext } from "#domain/platform/system-context.ts";
import { nilUuid } from "#lib/ids/nil-uuid.ts";
import { callerWith } from "../caller.ts";
import { readRights } from "../keys/queries.ts";
import { nextToSettle } from "./queries.ts";
import { rolesByGroup, settleBatch } from "./settle-roles.ts";
import { addJob } from "#domain/platform/queue/add-job.ts";

/** Members whose roles one transaction settles: it locks the roles of the site. */
export const maxSettled = 100;

/** Returns true if the members of a group with one of these names get a role. */
export const givesRole = (caller: ProvisioningCaller, ...names: string[]): boolean => {
  const mapped = rolesByGroup(caller);
  return names.some((name) => mapped.has(name.toLowerCase()));
};

/**
 * Settles the roles of members whose groups have changed: of a few now, of more by a job. `isLocked`: the transaction
 * has locked the site's roles before other rows. It never locks them afterwards.
 */
export async function settleRolesOf(
  context: Context,
  caller: ProvisioningCaller,
  { ids, isLocked }: { ids: readonly string[]; isLocked: boolean },
): Promise<void> {
  const members = [...new Set(ids)];
  if (members.length === 0) return;
  if (!isLocked || members.length > maxSettled) return queueSettling(context, caller.keyId);
  await settleBatch(context, caller, members);
}

const Payload = z.object({ siteId: z.uuid(), keyId: z.uuid() });

/**
 * The job `settle_directory_roles`: gives and takes the roles of all members of a directory, after a change of a large
 * group or of the key. Each batch commits by itself, so that others who change roles wait briefly. A repetition changes
 * nothing more.
 */
export async function settleDirectoryRoles(db: Database, payload: unknown, now: Date): Promise<void> {
  const { siteId, keyId } = Payload.parse(payload);
  const site = await findSite(db, siteId);
  if (!site) return;
  for (let after: string | undefined = nilUuid; after !== undefined;) {
    const last: string = after;
    after = await db.transaction(async (inside) => {
      const context = systemContext(inside, site, now);
      const key = await readRights(context, keyId);
      // Members of a revoked key stay as they are.
      if (!key) return undefined;
      const caller = callerWith(key);
      const directory = { keyId, groupNames: [...rolesByGroup(caller).keys()] };
      const ids = await nextToSettle(context, directory, { after: last, limit: maxSettled });
      if (ids.length > 0) await settleBatch({ ...context, caller }, caller, ids);
      return ids.at(-1);
    });
  }
}

const maxAttempts = 25;

/** Queues the job that settles the roles of all members of a directory. Of a directory, one job runs and one waits. */
export function queueSettling({ db, site }: SiteScope, keyId: string): Promise<void> {
  const name = `roles of directory ${site.id} ${keyId}`;
  return addJob(db, "settle_directory_roles", { siteId: site.id, keyId }, maxAttempts, { queue: name, key: name });
}
