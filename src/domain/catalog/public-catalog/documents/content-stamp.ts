import * as z from "zod";
import { forAnyone, operation } from "#domain/platform/operation.ts";

/**
 * Computes a cache validator for the public content. Covers all changes, because each writes an audit entry or, for
 * imports, the timestamp of its row. Purely time-dependent content (sales, scheduled posts) can be stale for up to
 * `maxAge`.
 */
export const stampContent = operation({
  name: "stampContent",
  summary: "Retrieve the version of the public content",
  access: forAnyone,
  writes: false,
  input: z.object({ maxAge: z.number().int().min(1).max(86_400).meta({ description: "Seconds" }) }),
  output: z.object({ stamp: z.string() }),
  async run({ db, site, now }, { maxAge }) {
    const found = await db.first<{ entry: string | null; courses: Date | null }>`
      select (select id from audit_entries where site_id = ${site.id}
               order by created_at desc, id desc limit 1) as entry,
             (select updated_at from courses where site_id = ${site.id}
               order by updated_at desc, id desc limit 1) as courses`;
    const parts = [found?.entry, found?.courses?.getTime(), site.name, site.description];
    return { stamp: [...parts, Math.floor(now.getTime() / (maxAge * 1000))].join(" ") };
  },
});
