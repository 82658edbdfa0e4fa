import { dark, light, type Scheme } from "./tokens.ts";

type Status = "green" | "amber" | "red";

/** Writes the colors of a status in place of `--tone: green;`. */
export const withTones = (css: string): string =>
  css.replace(/--tone: (green|amber|red);/g, (_declaration, name: Status) =>
    (["text", "fill", "border"] as const).map((part) => `--tone-${part}: ${pick(name, part)};`).join(" "),
  );

/** The color in the scheme of the school, whatever the visitor prefers. */
const pick = (name: Status, part: "text" | "fill" | "border"): string => {
  const of = (scheme: Scheme) => scheme[name][part];
  return `light-dark(${of(light)}, ${of(dark)})`;
};
