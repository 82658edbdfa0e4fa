import { lstatSync } from "node:fs";
import path from "node:path";
import type { Config } from "#server/config.ts";
import { UsageError } from "../terminal/errors.ts";

/**
 * Throws if the embedded database of the settings was never created. Otherwise a wrong LECTERN_DATA would give an empty
 * installation, and for example a backup of it that looks like one of the school.
 */
export function requireExisting({ databaseUrl, dataFolder }: Config): void {
  if (databaseUrl !== undefined) return;
  try {
    const home = path.join(dataFolder, "postgres");
    // Follows no link: opening the database explains one whose target is missing.
    if (lstatSync(home).isDirectory()) lstatSync(path.join(home, "cluster"));
  } catch (error) {
    // Opening the database explains every other error.
    if (!(error instanceof Error && "code" in error && error.code === "ENOENT")) return;
    throw new UsageError(
      `There is no database in ${path.resolve(dataFolder)}. Set LECTERN_DATA to the data folder of the installation, or DATABASE_URL to its database.`,
      { cause: error },
    );
  }
}
