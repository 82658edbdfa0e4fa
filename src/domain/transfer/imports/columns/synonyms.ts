import names from "./synonyms.json" with { type: "json" };

/** Folds case, width, accents, spaces and signs: `E-Mail` is `email`. */
export const foldHeader = (header: string): string =>
  header
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/[^\p{Letter}\p{Number}]/gu, "");

/** Columns by the folded names that exports of other programs and files of people have for them. */
const columnsByName = new Map<string, string[]>();
for (const [column, listed] of Object.entries<readonly string[]>(names)) {
  for (const name of listed) {
    const folded = foldHeader(name);
    columnsByName.set(folded, [...(columnsByName.get(folded) ?? []), column]);
  }
}

/** Returns the columns that a header may mean, most likely first. */
export const meaningsOf = (header: string): readonly string[] => columnsByName.get(foldHeader(header)) ?? [];
