import { inflateSync } from "node:zlib";

/** The characters of the ToUnicode tables of the fonts of a PDF. */
export function charactersOf(pdf: Buffer): Set<string> {
  const characters = new Set<string>();
  const text = pdf.toString("latin1");
  for (const { index } of text.matchAll(/stream\r?\n/g)) {
    const start = text.indexOf("\n", index) + 1;
    const bytes = pdf.subarray(start, text.indexOf("endstream", start));
    const table = inflated(bytes);
    if (!table.includes("beginbfrange")) continue;
    for (const [, codes] of table.matchAll(/<([0-9a-f ]+)>/gi)) {
      for (const code of codes!.split(" ")) {
        for (const character of Buffer.from(code, "hex").swap16().toString("utf16le")) characters.add(character);
      }
    }
  }
  return characters;
}

function inflated(bytes: Buffer): string {
  try {
    return inflateSync(bytes).toString("latin1");
  } catch {
    return "";
  }
}
