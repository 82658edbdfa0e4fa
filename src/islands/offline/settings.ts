import type { OfflineTexts } from "./texts.ts";

interface Settings {
  locale: string;
  /** The person of the page. Empty on copies. */
  keeper: string;
  texts: OfflineTexts;
}

/** Reads the settings that the page gives an element. */
export function settingsOf({ dataset }: HTMLElement): Settings {
  const { locale = "en", keeper = "", texts = "{}" } = dataset;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Written by the page, with the same type.
  return { locale, keeper, texts: JSON.parse(texts) as OfflineTexts };
}

/** Replaces `{name}` in a text. */
export const fill = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);

/** Bytes in words, such as `1.3 MB`. */
export function sizeText(locale: string, bytes: number): string {
  const isLarge = bytes >= 1_000_000;
  const options = {
    style: "unit",
    unit: isLarge ? "megabyte" : "kilobyte",
    maximumFractionDigits: isLarge ? 1 : 0,
  } as const;
  return new Intl.NumberFormat(locale, options).format(bytes / (isLarge ? 1_000_000 : 1000));
}

export const timeText = (locale: string, at: number): string =>
  new Intl.DateTimeFormat(locale === "en" ? "en-GB" : locale, { dateStyle: "medium", timeStyle: "short" }).format(at);

/** Returns whether this browser can keep pages. Some offer it on secure connections only. */
export const canKeep = (): boolean => "serviceWorker" in navigator && "caches" in globalThis && "locks" in navigator;
