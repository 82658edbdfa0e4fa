import type { SiteScope } from "../context.ts";

/** Serializes an operation per site until the transaction commits. Each caller sees the changes of the previous one. */
export async function withAdvisoryLock({ db, site }: SiteScope, what: string): Promise<void> {
  await db.run`select pg_advisory_xact_lock(hashtextextended(${`lectern ${what} of ${site.id}`}, 0))`;
}
