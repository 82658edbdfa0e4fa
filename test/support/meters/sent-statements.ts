import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { parse } from "libpg-query";
import { nameSite } from "#database/statements/one-site.ts";
import { markTables } from "#database/cluster/run-on-node.ts";
import { type Declared, declarationProblem } from "./content-changes.ts";
import { reasonOf, unusedExceptions } from "../distributed/exceptions.ts";
import { placement } from "../distributed/placement.ts";
import { levelsOf } from "../distributed/query-levels.ts";
import { brokenRules } from "../distributed/rules.ts";
import { onOneLine } from "../releases/release-record.ts";

/** Returns the statements that `record-statements.ts` wrote to a folder, each on one line. */
export const readSent = (folder: string): string[] =>
  [...new Set(readDeclared(folder).map(({ text }) => text))].toSorted();

/** Returns them with what they declare about public content. */
export const readDeclared = (folder: string): Declared[] =>
  readdirSync(folder)
    .filter((file) => file.endsWith(".json"))
    .flatMap((file) => JSON.parse(readFileSync(path.join(folder, file), "utf8")) as Declared[])
    .map(({ text, content }) => ({ text: onOneLine(text), content }));

/** Returns one line per statement that declares a change of public content wrongly. */
export async function wrongDeclarations(sent: readonly Declared[]): Promise<string[]> {
  const problems = new Set<string>();
  for (const declared of sent.filter(({ text }) => isQuery(text))) {
    const problem = await declarationProblem(declared);
    if (problem !== undefined) problems.add(`${problem}: ${declared.text}`);
  }
  return [...problems];
}

/** Statements that the parser does not know, such as `deallocate all`, have no rules. */
const isQuery = (statement: string): boolean => /^(with|select|insert|update|delete)\b/i.test(statement);

/** Returns one line per rule that a statement breaks, in the form that a cluster gets. Batches get their site as a value. */
export async function problemsOf(statement: string): Promise<string[]> {
  // `place` was the name in release 0.1.0.
  const isBatch = /^with requested as \(select (?:ordinal|place)\b/.test(statement);
  const { stmts = [] } = await parse(nameSite(statement, isBatch ? "$1::uuid" : undefined));
  const isPrepared = isBatch && (!/\b(insert|update|delete)\b/.test(statement) || /\bfrom answers$/.test(statement));
  return stmts.flatMap(({ stmt }) => [
    ...brokenRules(stmt, placement),
    ...(isPrepared ? tablesWithoutShard(stmt, statement) : []),
  ]);
}

/** A node prepares batches that only read or end with answers, on the shards of the tables that `markTables` finds. */
function tablesWithoutShard(stmt: unknown, statement: string): string[] {
  const { tables } = markTables(statement);
  return levelsOf(stmt)
    .flatMap((level) => level.tables)
    .filter(({ alias, table }) => alias !== table || !tables.includes(table))
    .map(({ table }) => `${table}: not in the form that a node prepares ("join ${table} on")`);
}

/** Returns one line per statement that a Citus cluster would refuse, or send to every node, without a reason. */
export async function refusedStatements(sent: readonly string[]): Promise<string[]> {
  const refused: string[] = [];
  for (const statement of sent.filter(isQuery)) {
    if (reasonOf(statement) !== undefined) continue;
    refused.push(...(await problemsOf(statement)).map((problem) => `${problem}: ${statement}`));
  }
  return refused;
}

/** Returns what all tests together must have sent, and have not: a statement per table of sites, and one per exception. */
export function unseen(sent: readonly string[]): string[] {
  const all = new Set(sent.flatMap((statement) => statement.match(/\w+/g) ?? []));
  return [
    ...[...placement.sharded]
      .filter((table) => !all.has(table))
      .map((table) => `No test sends a statement on the table ${table}.`),
    ...unusedExceptions(sent).map((beginning) => `No statement needs the exception ${beginning.toString()}.`),
  ];
}
