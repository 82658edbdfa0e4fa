import type pg from "pg";
import { productVersion } from "#lib/settings/product-version.ts";
import { compareVersions } from "#lib/settings/compare-versions.ts";
import { type AppliedMigration, appliedMigrations } from "./applied-migrations.ts";
import { migrations, readMigration } from "./migration-files.ts";

/** Returns true if the schema is from before the first migration of this version, which is that of release 0.1.0. */
export const isUnreleased = (applied: readonly string[], known: readonly string[] = migrations()): boolean =>
  applied.length > 0 && known[0] !== undefined && !applied.includes(known[0]);

/** The problem of such a database. */
export const unreleased =
  "The database is from before release 0.1.0, and cannot be upgraded. Export its schools with the version that created it (lectern export site), use an empty database, and import them (lectern import site).";

/** Applied migrations that this version does not have: a newer one is running beside it, or did. */
export function newerMigrations(
  applied: readonly AppliedMigration[],
  known: readonly string[] = migrations(),
): AppliedMigration[] {
  const names = new Set(known);
  return applied.filter(({ name }) => !names.has(name));
}

/**
 * Explains why this version cannot run on a newer schema; undefined if it can. Each migration states the oldest release
 * that can run beside it. One without a statement may need any version.
 */
export function describeNewer(newer: readonly AppliedMigration[], version = productVersion()): string | undefined {
  const tooNew = newer.filter(({ requires }) => requires === null || compareVersions(requires, version) > 0);
  if (tooNew.length === 0) return undefined;
  const names = tooNew.map(({ name }) => name);
  const listed = `${names.slice(0, maxNamed).join(", ")}${names.length > maxNamed ? `, and ${names.length - maxNamed} more` : ""}`;
  const [oldest] = tooNew
    .map(({ requires }) => requires)
    .filter((requires) => requires !== null)
    .toSorted(compareVersions)
    .slice(-1);
  const start = oldest === undefined ? "that version, or a later one" : `${oldest} or later`;
  return `The database was migrated by a newer version of Lectern (${listed}). Version ${version} cannot use it. Start ${start}. To go back, restore a backup from before the upgrade.`;
}

const maxNamed = 3;

/** The oldest release that can run on a schema with all of these migrations of this version. */
export const requiredBy = (names: readonly string[]): string | undefined =>
  names
    .map((name) => readMigration(name).requires)
    .filter((requires) => requires !== null)
    .toSorted(compareVersions)
    .at(-1);

/** Finds a problem that arose after the start, because another process has migrated the database since. */
export const troubleWithNewerSchema = async (client: Pick<pg.ClientBase, "query">): Promise<string | undefined> =>
  describeNewer(newerMigrations(await appliedMigrations(client)));
