import { contentOf } from "#database/content/content-of.ts";
import type { Database, Queries } from "#database/database.ts";
import { parseId } from "#domain/platform/ids.ts";
import { findSite, findSiteByHost, markDemoSite, moveSite } from "#domain/platform/site/queries.ts";
import type { Site } from "#domain/platform/site/site.ts";
import { parseOrigin } from "#lib/settings/origin.ts";
import type { DemoEnvironment } from "./demo-environment.ts";
import { type DemoFile, writeDemoFile } from "./demo-file.ts";

type Environment = Pick<DemoEnvironment, "port" | "dataFolder" | "now">;

/**
 * Updates the origins of the demo's sites to the port. The database is authoritative for origins; the file only lists
 * the demo's sites. A start interrupted between the two is therefore repaired by the next one. Returns undefined if no
 * demo site is left.
 */
export async function moveDemo(
  database: Database,
  demo: DemoFile,
  environment: Environment,
): Promise<DemoFile | undefined> {
  const sites = await database.transaction(async (db) => {
    const moved: DemoFile["sites"] = [];
    for (const recorded of demo.sites) {
      const id = parseId("site", recorded.id);
      const site = id && (await findSite(db, id));
      if (!site) continue;
      await markDemoSite(db, site.id, environment.now);
      moved.push({ ...recorded, origin: await follow(db, site, environment) });
    }
    return moved;
  });
  if (sites.length === 0) return undefined;
  if (JSON.stringify(sites) !== JSON.stringify(demo.sites)) writeDemoFile(environment.dataFolder, { sites });
  return { sites };
}

/** Returns the new origin. Keeps the old one if the site was renamed, or if the new origin is taken. */
async function follow(db: Queries, site: Site, { port, now }: Environment): Promise<string> {
  const { id, origin } = site;
  const { protocol, hostname } = new URL(origin);
  const isOurs = protocol === "http:" && (hostname === "localhost" || hostname === "127.0.0.1");
  const target = parseOrigin(`http://${hostname}:${port}`);
  if (!isOurs || !target || target.origin === origin || (await findSiteByHost(db, target.host))) return origin;
  await moveSite(db, id, target, now);
  // The links to the terms of the school.
  await db.run`
    update schools
       set legal = replace(legal::text, ${`${origin}/`}, ${`${target.origin}/`})::jsonb, updated_at = ${now},
           version = version + 1
     where site_id = ${contentOf(site.id)}`;
  return target.origin;
}
