import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

export const migrationFolder = path.join(import.meta.dirname, "../migrations");

export interface Migration {
  name: string;
  text: string;
  /** Oldest release that can run on the migrated schema. Null: unknown, in migrations of the first release. */
  requires: string | null;
  /** Creates or drops indexes without blocking writes, which is impossible in a transaction. */
  isConcurrent: boolean;
}

/** Names of this version's migrations, in order. */
export const migrations = (folder = migrationFolder): string[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith(".sql"))
    .sort();

export function readMigration(name: string, folder = migrationFolder): Migration {
  const text = readFileSync(path.join(folder, name), "utf8");
  return {
    name,
    text,
    requires: /^-- requires (\d+\.\d+\.\d+)$/m.exec(text)?.[1] ?? null,
    isConcurrent: /\bindex\s+concurrently\b/i.test(withoutComments(text)),
  };
}

export const withoutComments = (text: string): string => text.replaceAll(/--[^\n]*/g, "");

/** Splits a migration whose texts contain no semicolons. */
export const statementsOf = ({ text }: Pick<Migration, "text">): string[] =>
  withoutComments(text)
    .split(";")
    .map((statement) => statement.trim())
    .filter((statement) => statement !== "");
