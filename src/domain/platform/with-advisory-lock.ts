import type { SiteScope } from "./context.ts";

/** Whoever does the same at this site waits until this transaction ends: each finds what the one before has done. */
export async function withAdvisoryLock({ db, site }: SiteScope, what: string): Promise<void> {
  await db.run`select pg_advisory_xact_lock(hashtextextended(${`lectern ${what} of ${site.id}`}, 0))`;
}
