import type { SiteScope } from "#domain/platform/context.ts";
import { addJob } from "#domain/platform/queue/add-job.ts";
import type { MemberRecord } from "./member.ts";

/** Members of one job. */
const maxMembers = 100;

interface Named {
  existing: Pick<MemberRecord, "id" | "name" | "email">;
  changes: Partial<Pick<MemberRecord, "name" | "email">>;
}

/**
 * Queues the job that moves `updated_at` of rows with the name or the address of these members, if one of both changes.
 * A member can have any number of orders and comments.
 */
export async function queueNamedRows({ db, site }: SiteScope, updates: readonly Named[]): Promise<void> {
  const renamed = updates.filter(
    ({ existing, changes: { name = existing.name, email = existing.email } }) =>
      name !== existing.name || email !== existing.email,
  );
  for (let first = 0; first < renamed.length; first += maxMembers) {
    const memberIds = renamed.slice(first, first + maxMembers).map(({ existing }) => existing.id);
    await addJob(db, "mark_named_rows", { siteId: site.id, memberIds }, 10);
  }
}
