import path from "node:path";
import { pathToFileURL } from "node:url";
import type { Database } from "#database/database.ts";
import type { RequestContext } from "#domain/platform/context.ts";
import { findSite } from "#domain/platform/site/queries.ts";
import { openStore } from "#lib/objects/open-store.ts";

/** The context of a command at the site, with files below the folder. */
export async function contextOf(db: Database, siteId: string, folder: string): Promise<RequestContext> {
  const site = (await findSite(db, siteId))!;
  const store = openStore(pathToFileURL(path.join(folder, "files")).href);
  const storage = { store, key: Buffer.alloc(32, 1) };
  return { db, site, caller: { kind: "cli" }, now: new Date(), requestId: null, address: null, storage };
}
