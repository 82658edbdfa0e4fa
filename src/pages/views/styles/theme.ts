import type { Theme } from "#domain/people/members/profile/theme.ts";

/** A theme that a visitor has chosen, instead of that of their device. */
export type FixedTheme = Exclude<Theme, "device">;

const dark = "@media (prefers-color-scheme: dark)";

/** Returns styles for a chosen theme. Without one, they follow the device. */
export function styleInTheme(css: string, theme: FixedTheme | undefined): string {
  if (theme === undefined) return css;
  return `${css.replaceAll(dark, theme === "dark" ? "@media all" : "@media not all")}\n:root { color-scheme: ${theme}; }\n`;
}
