import { createRequire } from "node:module";

const require = createRequire(import.meta.url);

type AnyAscii = (text: string) => string;

/** Loaded when a text needs it, because its tables are large. */
let anyAscii: AnyAscii | undefined;

function loadTables(): AnyAscii {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `require` has no types.
  const { default: loaded } = require("any-ascii") as { default: AnyAscii };
  return loaded;
}

/**
 * Writes a text of any script in ASCII letters, for URLs: each Chinese character as a word (夜空 is ye kong). Emoji are
 * left out.
 */
export function romanize(text: string): string {
  const plain = text
    .normalize("NFKD")
    // Marks of other scripts are sounds: カ and ガ are different syllables.
    .replaceAll(/(?<=[\p{Script=Latin}\p{Script=Common}])\p{Mark}+|\p{Extended_Pictographic}/gu, "")
    .normalize("NFKC");
  if (/^[\0-\x7F]*$/.test(plain)) return plain;
  const convert = (anyAscii ??= loadTables());
  return convert(plain.replaceAll(/\p{Script=Han}/gu, (character) => ` ${convert(character)} `));
}
