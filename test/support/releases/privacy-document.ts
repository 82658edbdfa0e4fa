import { readFileSync } from "node:fs";
import path from "node:path";
import { columnsOf, wordsOf } from "#domain/platform/declared-table.ts";
import type { PersonalTable } from "#domain/privacy/personal-table.ts";
import { personalTables } from "#domain/privacy/tables.ts";

export const privacyDocument = path.join(import.meta.dirname, "../../../docs/privacy.md");

const [begin, end] = [
  "<!-- Written by tools/write-contracts.ts from the resource.ts files of src/domain. -->",
  "<!-- Until here. -->",
];

/** Returns the document with its generated tables up to date. The rest is written by hand. */
export function privacyDocumentNow(): string {
  const text = readFileSync(privacyDocument, "utf8");
  const [from, to] = [text.indexOf(begin), text.indexOf(end)];
  if (from < 0 || to < 0) throw new Error(`${privacyDocument} lacks the markers around its generated tables.`);
  return `${text.slice(0, from)}${begin}\n\n${declared()}\n\n${text.slice(to)}`;
}

function declared(): string {
  const personal = personalTables.filter(isPersonal);
  const others = personalTables.filter((table) => !isPersonal(table));
  return [
    "### Tables with personal data",
    "",
    "| Table | Contents | Personal columns | Export file | Erasure |",
    "|---|---|---|---|---|",
    ...personal.map(
      (table) =>
        `| \`${table.table}\` | ${table.holds} | ${personalColumns(table)} | ${fileOf(table)} | ${fateOf(table)} |`,
    ),
    "",
    "### Other tables",
    "",
    "| Table | Contents | Reason |",
    "|---|---|---|",
    ...others.map(({ table, holds, erasure }) => `| \`${table}\` | ${holds} | ${erasure.why} |`),
  ].join("\n");
}

const isPersonal = ({ erasure }: PersonalTable): boolean => erasure.how !== "keep";

const personalColumns = ({ owner, actors, personal, secret, shared }: PersonalTable): string =>
  [...(owner ? [owner.column] : []), ...[actors, personal, secret, shared].flatMap(wordsOf)]
    .map((column) => `\`${column}\``)
    .join(", ") || "through its parent row";

const fileOf = ({ exportedAs }: PersonalTable): string => (exportedAs === undefined ? "" : `\`${exportedAs}.json\``);

const fates = {
  delete: "Deleted.",
  pseudonymize: "Pseudonymized.",
  search: "Searched and removed.",
  own: "Erased.",
  keep: "",
} as const;

function fateOf(table: PersonalTable): string {
  const { erasure } = table;
  const blank = erasure.how === "pseudonymize" ? Object.keys(erasure.blank ?? {}) : [];
  const emptied = blank.filter((column) => columnsOf(table).includes(column)).map((column) => `\`${column}\``);
  const also = emptied.length > 0 ? ` Written over: ${emptied.join(", ")}.` : "";
  return `**${fates[erasure.how]}** ${erasure.why}${also}${keptTexts(table)}`;
}

/** Texts that someone can type and that stay, by reason. */
function keptTexts({ kept = {} }: PersonalTable): string {
  const byReason = Map.groupBy(Object.entries(kept), ([, { why }]) => why);
  return [...byReason]
    .map(([why, columns]) => ` Kept: ${columns.map(([column]) => `\`${column}\``).join(", ")}. ${why}`)
    .join("");
}
