import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { migrationFolder, migrations } from "#database/migrate/migration-files.ts";

/** The contract of the latest release with the next one: both run beside each other on one database. */
export interface ReleaseRecord {
  version: string;
  /** The commit whose sources sent the statements. */
  commit: string;
  /** SHA-256 by name. Released migrations never change. */
  migrations: Record<string, string>;
  /** The statements that the release sends, one per line. */
  statements: string[];
}

const folder = path.join(import.meta.dirname, "../../contracts/release");
const migrationsFile = path.join(folder, "migrations.json");
const statementsFile = path.join(folder, "statements.sql");

export function readRelease(): ReleaseRecord {
  const recorded = JSON.parse(readFileSync(migrationsFile, "utf8")) as Omit<ReleaseRecord, "statements">;
  const statements = readFileSync(statementsFile, "utf8").split("\n");
  return { ...recorded, statements: statements.filter((line) => line !== "").map((line) => line.replace(/;$/, "")) };
}

export function writeRelease({ statements, ...recorded }: ReleaseRecord): void {
  writeFileSync(migrationsFile, `${JSON.stringify(recorded, null, 1)}\n`);
  writeFileSync(statementsFile, statements.map((statement) => `${statement};\n`).join(""));
}

export const checksums = (from = migrationFolder): Record<string, string> =>
  Object.fromEntries(migrations(from).map((name) => [name, sha256(readFileSync(path.join(from, name)))]));

const sha256 = (bytes: Buffer): string => createHash("sha256").update(bytes).digest("hex");

/** Writes a statement on one line, without comments. */
export const onOneLine = (text: string): string =>
  text
    .replaceAll(/--[^\n]*/g, "")
    .replaceAll(/\/\*.*?\*\//gs, "")
    .replaceAll(/\s+/g, " ")
    .trim();

/** Returns one line per released migration that was changed, renamed or deleted, or that a new one precedes. */
export function changedMigrations(release: Pick<ReleaseRecord, "version" | "migrations">, from = migrationFolder) {
  const present = checksums(from);
  const last = Object.keys(release.migrations).at(-1) ?? "";
  return [
    ...Object.entries(release.migrations).flatMap(([name, checksum]) => {
      const now = present[name];
      if (now === checksum) return [];
      const what = now === undefined ? "renamed or deleted" : "changed";
      return [`${name} was released with ${release.version} and is ${what}. Restore it, and add a new migration.`];
    }),
    ...Object.keys(present)
      .filter((name) => release.migrations[name] === undefined && name < last)
      .map((name) => `${name} comes before ${last} of release ${release.version}. Give it a later number.`),
  ];
}
