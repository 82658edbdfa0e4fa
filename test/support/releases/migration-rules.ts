import { compareVersions } from "#lib/settings/compare-versions.ts";
import { type Migration, withoutComments } from "#database/migrate/migration-files.ts";

/** A statement with the comments before it. */
interface Commented {
  comments: string;
  text: string;
}

/**
 * Returns one line per statement that would break processes of the release before, or block their writes. See
 * docs/decisions/0017-rolling-upgrades.md.
 */
export function brokenRules(migration: Migration, release: string): string[] {
  const statements = commentedStatements(migration.text);
  const created = new Set(
    statements.flatMap(({ text }) => /^create table (?:if not exists )?(\w+)/i.exec(text)?.[1] ?? []),
  );
  const problems = [
    ...headerProblems(migration, release),
    ...statements.flatMap((statement) => statementProblems(statement, created, release)),
  ];
  const changesSchema = statements.some(({ text }) => /^(alter|create|drop)\b/i.test(text));
  if (changesSchema && statements.some(({ text }) => /^(update|delete|merge)\b/i.test(text))) {
    problems.push("changes the schema and rows. Change rows in a job or a migration of their own.");
  }
  if (migration.isConcurrent && statements.some(({ text }) => !/\bindex concurrently\b/i.test(text))) {
    problems.push("mixes CONCURRENTLY with other statements. Give the indexes a migration of their own.");
  }
  return problems.map((problem) => `${migration.name} ${problem}`);
}

function headerProblems({ requires }: Migration, release: string): string[] {
  if (requires === null) {
    return [`must name the oldest release that can run beside it: -- requires ${release}`];
  }
  if (compareVersions(requires, release) >= 0) return [];
  return [`requires ${requires}, but only ${release} is tested: -- requires ${release}`];
}

/** Changes that break a release which still uses what they change. */
const contractions: readonly [pattern: RegExp, what: string][] = [
  [/^drop table\b/i, "drops a table"],
  [/\bdrop column\b/i, "drops a column"],
  [/\brename\b/i, "renames"],
  [/\balter column \w+ (set data )?type\b/i, "changes the type of a column"],
  [/\bset not null\b/i, "sets a column not null"],
  [/\badd column (?!.*\bdefault\b)[^,]*\bnot null\b/i, "adds a column that is not null and has no default"],
  [/^create unique index\b/i, "adds a unique index"],
];

function statementProblems({ comments, text }: Commented, created: ReadonlySet<string>, release: string): string[] {
  const table = /^(?:alter table (?:if exists |only )*|create (?:unique )?index .*?\bon (?:only )?)(\w+)/i.exec(
    text,
  )?.[1];
  if (table !== undefined && created.has(table)) return [];
  const problems: string[] = [];
  const since = /-- unused since (\d+\.\d+\.\d+)/.exec(comments)?.[1];
  const isUnused = since !== undefined && compareVersions(since, release) <= 0;
  for (const [pattern, what] of contractions) {
    if (!pattern.test(text) || isUnused) continue;
    problems.push(`${what}: ${text}. State the release that stopped using it: -- unused since ${release}`);
  }
  if (/^create (unique )?index (?!concurrently\b)/i.test(text)) {
    problems.push(`blocks writes: ${text}. Use CREATE INDEX CONCURRENTLY.`);
  }
  if (/\badd (constraint \w+ )?(check|foreign key)\b/i.test(text) && !/\bnot valid\b/i.test(text)) {
    problems.push(`blocks writes: ${text}. Add it NOT VALID, and validate it in the next migration.`);
  }
  return problems;
}

/** Splits a migration whose texts contain no semicolons. */
const commentedStatements = (text: string): Commented[] =>
  text.split(";").flatMap((piece) => {
    const statement = withoutComments(piece).replaceAll(/\s+/g, " ").trim();
    return statement === "" ? [] : [{ comments: piece, text: statement }];
  });
