import type { PageShell } from "#domain/public-catalog/pages/page-shell.ts";
import { darkPaletteOf, type Palette, paletteOf } from "./palette.ts";

type Appearance = PageShell["appearance"];

/** The font of all pages, and fonts of the visitor's system. */
const fonts: Record<Appearance["fonts"]["body"], string> = {
  system: "var(--system-sans)",
  serif: "var(--latin-serif)",
  rounded: 'ui-rounded, "SF Pro Rounded", "Hiragino Maru Gothic ProN", Quicksand, Nunito, var(--latin-sans)',
  mono: 'ui-monospace, "SF Mono", "Cascadia Mono", Consolas, "Noto Sans Mono", var(--latin-sans)',
  "noto-sans": '"Noto Sans", var(--latin-sans)',
  "noto-serif": '"Noto Serif", var(--latin-serif)',
  inter: "var(--latin-sans)",
  "source-serif": '"Source Serif 4", "Source Serif Pro", "Source Serif", var(--latin-serif)',
};

const radii: Record<Appearance["cornerRadius"], string> = {
  none: "0",
  small: "3px",
  medium: "6px",
  large: "14px",
};

const spaces: Record<Appearance["density"], string> = { compact: "0.75", comfortable: "1", spacious: "1.4" };

/** Returns the school's appearance as CSS, then its custom CSS, which must be sanitized. */
export function themeStyle(
  { appearance, chosen }: Pick<PageShell, "appearance" | "chosen">,
  customCss: string,
): string {
  const { colors, darkMode, cornerRadius, density } = appearance;
  const chosenNames = new Set(chosen.colors);
  const light = paletteStyle(paletteOf(colors, chosenNames));
  const dark = paletteStyle(darkPaletteOf(colors, chosenNames));
  const schemes = {
    off: `:root { color-scheme: light; ${light} }`,
    on: `:root { color-scheme: dark; ${dark} }`,
    auto: `:root { ${light} }\n@media (prefers-color-scheme: dark) { :root { ${dark} } }`,
  };
  const shape = `:root { --radius: ${radii[cornerRadius]}; --space: ${spaces[density]}; }`;
  return [schemes[darkMode], shape, fontStyle(appearance.fonts, chosen.fonts), customCss].join("\n");
}

const paletteStyle = (palette: Palette): string =>
  Object.entries(palette)
    .map(([name, color]) => `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}: ${color};`)
    .join(" ");

/** Chinese pages keep the system fonts, unless the school chose others. */
function fontStyle({ heading, body }: Appearance["fonts"], chosen: readonly string[]): string {
  const rules = [
    ...(chosen.includes("heading") ? [`--serif: ${fonts[heading]};`] : []),
    ...(chosen.includes("body") ? [`--sans: ${fonts[body]};`] : []),
  ];
  return rules.length === 0 ? "" : `:root, :root:lang(zh) { ${rules.join(" ")} }`;
}
