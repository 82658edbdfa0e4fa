import { rows } from "#database/statements/sql.ts";
import { now } from "../../support/clock.ts";
import { database } from "../../support/databases/database.ts";
import type { ASite } from "../../support/world.ts";

/** No receipt can be numbered any more: payments fail with an error of the database. */
export async function breakReceipts({ site }: ASite): Promise<void> {
  const counter = { siteId: site.id, year: now().getUTCFullYear(), lastNumber: "9223372036854775807" };
  await database.run`
    insert into receipt_counters ${rows(counter)}
    on conflict (site_id, year) do update set last_number = excluded.last_number`;
}

export const repairReceipts = ({ site }: ASite) =>
  database.run`update receipt_counters set last_number = 40 where site_id = ${site.id}`;
