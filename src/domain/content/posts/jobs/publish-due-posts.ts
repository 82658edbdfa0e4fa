import type { Database } from "#database/database.ts";
import { readSite } from "#domain/platform/site/queries.ts";
import { systemContext } from "#domain/platform/system-context.ts";

const batch = 500;

/**
 * Emits the event of scheduled posts that are due at all sites, each in its own transaction. Readers see due posts
 * without it. Returns the number of posts.
 */
export async function publishDuePosts(db: Database, now: Date): Promise<number> {
  for (let total = 0; ;) {
    const due = await db.many<{ siteId: string; id: string }>`
      select site_id, id from posts
       where status = 'scheduled' and published_at <= ${now} and deleted_at is null
       order by published_at limit ${batch}`;
    if (due.length === 0) return total;
    const { publishIfDue } = await import("#domain/content/posts/publish-due.ts");
    for (const { siteId, id } of due) {
      const site = await readSite(db, siteId);
      await db.transaction((inside) => publishIfDue(systemContext(inside, site, now), id));
    }
    total += due.length;
    if (due.length < batch) return total;
  }
}
