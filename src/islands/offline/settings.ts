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

/** Returns whether this browser can keep pages. Some offer it on secure connections only. */
export const canKeep = (): boolean => "serviceWorker" in navigator && "caches" in globalThis && "locks" in navigator;
