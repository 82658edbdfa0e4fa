import { nearest } from "../text/nearest.ts";

/** Describes the variables with the prefix of settings that are none of these, with the name that was probably meant. */
export function unknownSettings(env: Readonly<Record<string, string | undefined>>, known: readonly string[]): string[] {
  return Object.keys(env)
    .filter((name) => name.startsWith("LECTERN_") && !known.includes(name))
    .map((name) => {
      // Only settings with passwords or keys can be files.
      const meant = nearest(name, known) ?? nearest(name.replace(/_FILE$/, ""), known);
      return `${name}: unknown setting.${meant ? ` Did you mean ${meant}?` : ""}`;
    });
}
