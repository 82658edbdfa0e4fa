import { identifier, rows } from "#database/statements/sql.ts";
import { newId } from "#domain/platform/ids.ts";
import { now } from "../clock.ts";
import { database } from "../databases/database.ts";
import { newestId } from "./newest-id.ts";
import { resourceFixtures } from "./resource-fixtures.ts";
import type { ASite } from "../world.ts";

/** One row of each resource that has a fixture. */
export async function insertResources({ site }: ASite, name: string): Promise<void> {
  const moments = { createdAt: now(), updatedAt: now() };
  for (const { table, parent, row } of resourceFixtures) {
    const parentId = parent ? await newestId(site.id, parent.table) : "";
    const values = { siteId: site.id, id: newId(), ...row(name, parentId), ...moments };
    await database.run`insert into ${identifier(table)} ${rows(values)}`;
  }
}
