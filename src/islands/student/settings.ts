import type { StudentTexts } from "./texts.ts";

interface Settings {
  locale: string;
  texts: StudentTexts;
}

let known: Settings | undefined;

/** Returns the language and the texts of the page. */
export function settings(): Settings {
  if (!known) {
    const { locale = "en", texts = "{}" } = document.querySelector<HTMLElement>("l-student")?.dataset ?? {};
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Written by the page, with the same type.
    known = { locale, texts: JSON.parse(texts) as StudentTexts };
  }
  return known;
}

/** Replaces `{name}` in a text. */
export const fill = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);
