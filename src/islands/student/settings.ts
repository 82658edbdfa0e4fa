import type { StudentTexts } from "./texts.ts";

interface Settings {
  locale: string;
  texts: StudentTexts;
}

let cached: Settings | undefined;

/** Returns the language and the texts of the page. */
export function settings(): Settings {
  if (!cached) {
    const { locale = "en", texts = "{}" } = document.querySelector<HTMLElement>("l-student")?.dataset ?? {};
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Written by the page, with the same type.
    cached = { locale, texts: JSON.parse(texts) as StudentTexts };
  }
  return cached;
}

/** Replaces `{name}` in a text. */
export const fill = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);
