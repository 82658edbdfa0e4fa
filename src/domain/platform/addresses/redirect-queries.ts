import { contentOf } from "#database/content/content-of.ts";
import { rows, sql } from "#database/statements/sql.ts";
import { defineTable } from "#database/table/define-table.ts";
import type { SiteScope } from "#domain/platform/context.ts";
import type { RedirectRow } from "#domain/content/redirects/redirect.ts";

export const columns = sql`
  redirects.id, redirects.from_path as "from", redirects.target as "to", redirects.status, redirects.external_id,
  redirects.metadata, redirects.resource_kind, redirects.resource_id, redirects.version, redirects.created_at,
  redirects.updated_at`;

export const {
  find: findRedirect,
  lock: lockRedirect,
  softDelete: deleteRedirect,
} = defineTable<RedirectRow>("redirects", { columns });

export type Hop = Pick<RedirectRow, "from" | "to" | "status"> & Partial<Pick<RedirectRow, "resourceId">>;

/** Returns the redirects from these paths. */
export const findRedirectsFrom = ({ db, site }: SiteScope, paths: readonly string[]): Promise<Hop[]> =>
  db.many<Hop>`
    select redirects.from_path as "from", redirects.target as "to", redirects.status, redirects.resource_id from redirects
     where redirects.site_id = ${site.id} and redirects.from_path = any(${paths}) and redirects.deleted_at is null`;

/** Returns false if another redirect has this path or external id. */
export async function insertRedirect(
  { db, site }: SiteScope,
  { from, to, ...fields }: Pick<RedirectRow, "id" | "from" | "to" | "status"> & Partial<RedirectRow>,
  now: Date,
): Promise<boolean> {
  const row = { siteId: contentOf(site.id), ...fields, fromPath: from, target: to, createdAt: now, updatedAt: now };
  return (await db.run`insert into redirects ${rows(row)} on conflict do nothing`) === 1;
}
