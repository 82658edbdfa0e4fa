import { referenceTables } from "#database/cluster/place-tables.ts";
import { installationWide } from "../worlds/installation-wide.ts";
import { tablesOfMigrations } from "../data/source-tree.ts";
import type { Placement } from "./rules.ts";

/** The tables of the product as `lectern database distribute` places them. */
export const placement: Placement = {
  sharded: new Set(tablesOfMigrations()).difference(new Set(installationWide)),
  references: new Set(referenceTables),
};
