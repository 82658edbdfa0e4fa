import { type Sql, sql } from "#database/statements/sql.ts";
import { digraphs, latinSpellings, replacements, spellings } from "#lib/text/search-folding.ts";

/** Accents, vowel signs of Arabic and Hebrew, and the lengthening of Arabic words. */
const marks = "[\u0300-\u036F\u0591-\u05C7\u0610-\u061A\u0640\u064B-\u065F\u0670]";

/** Folds a text as `foldForSearch` does, but for scripts without spaces and digits. For texts that have no index. */
export function foldingInSql(text: Sql): Sql {
  const plain = sql`normalize(regexp_replace(lower(normalize(${text}, nfkd)), ${marks}, '', 'g'), nfc)`;
  const letters = [...latinSpellings(), ...replacements];
  const single = letters.filter(([, written]) => written.length === 1);
  const from = single.map(([letter]) => letter).join("");
  const to = single.map(([, written]) => written).join("");
  return letters
    .filter(([, written]) => written.length > 1)
    .reduce(
      (folded, [letter, written]) => sql`replace(${folded}, ${letter}, ${written})`,
      sql`translate(${plain}, ${from}, ${to})`,
    );
}

/** Folds a text in all spellings that the index has: as written, with two letters for ü, and with one for ue. */
export function spellingsInSql(text: Sql): Sql {
  const folded = foldingInSql(text);
  const written = spellings.reduce(
    (result, [letters, digraph]) => sql`regexp_replace(${result}, ${letters.source}, ${digraph}, 'gi')`,
    sql`normalize(${text}, nfkd)`,
  );
  return sql`
    concat_ws(' ', ${folded}, ${foldingInSql(written)}, regexp_replace(${folded}, ${digraphs.source}, '\\1\\2\\3', 'g'))`;
}
