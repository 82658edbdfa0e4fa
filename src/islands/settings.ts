import type { IslandSettings } from "./island-settings.ts";

let cached: IslandSettings | undefined;

/** Returns the settings of the page: texts, the person, the form token. */
export function settings(): IslandSettings {
  if (!cached) {
    const content = document.querySelector<HTMLMetaElement>('meta[name="islands"]')?.content ?? "";
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Written by the page, with the same type.
    cached = JSON.parse(content) as IslandSettings;
  }
  return cached;
}

/** Replaces `{name}` in a text. */
export const fill = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);
