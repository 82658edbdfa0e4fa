/** Colors of a status: text on the page and on the fill, with a border between fill and page. */
interface StatusColors {
  text: string;
  fill: string;
  border: string;
}

/** Colors of the admin area in one color scheme. */
export interface Scheme {
  /** From the page to its text: 1 page, 2 bars, 3–4 hover and selection, 5–7 hairlines, 8 borders of controls, 9–12 text. */
  neutral: readonly string[];
  accent: StatusColors & { press: string; on: string };
  green: StatusColors;
  amber: StatusColors;
  red: StatusColors;
}

export const light: Scheme = {
  neutral: [
    "#ffffff",
    "#f6f7f9",
    "#eef0f4",
    "#e5e8ee",
    "#dfe3ea",
    "#cdd3dd",
    "#b4bcc9",
    "#838d9d",
    "#667182",
    "#566172",
    "#3a4453",
    "#161b24",
  ],
  accent: { text: "#2f4d7a", fill: "#e9eff8", border: "#b9c8df", press: "#243d63", on: "#ffffff" },
  green: { text: "#17633a", fill: "#e5f5eb", border: "#aedbbf" },
  amber: { text: "#774800", fill: "#fdf2dc", border: "#ebcc8b" },
  red: { text: "#a1231c", fill: "#fdecea", border: "#f0b9b3" },
};

export const dark: Scheme = {
  neutral: [
    "#101318",
    "#151920",
    "#1c2129",
    "#242a34",
    "#2a313c",
    "#384150",
    "#4a5464",
    "#76818f",
    "#8e99a8",
    "#a6b0be",
    "#c8d0da",
    "#edf0f4",
  ],
  accent: { text: "#a9c3ee", fill: "#1b2738", border: "#3b5170", press: "#c6d8f6", on: "#101318" },
  green: { text: "#82d5a3", fill: "#13291d", border: "#2c5b40" },
  amber: { text: "#efc36d", fill: "#2c2212", border: "#63491c" },
  red: { text: "#ffa49c", fill: "#331817", border: "#71352f" },
};

/** Pixels. */
export const typeScale = [12, 13, 14, 16, 20, 24] as const;
export const spaces = [4, 8, 12, 16, 24, 32, 48, 64] as const;

const rem = (pixels: number): string => `${pixels / 16}rem`;

const statuses = ["accent", "green", "amber", "red"] as const;

/** The colors of a scheme as custom properties. */
export const colorsOf = (scheme: Scheme): string =>
  [
    ...scheme.neutral.map((color, index) => `--n${index + 1}: ${color};`),
    ...statuses.flatMap((name) =>
      (["text", "fill", "border"] as const).map((part) => `--${name}-${part}: ${scheme[name][part]};`),
    ),
    `--accent-press: ${scheme.accent.press}; --accent-on: ${scheme.accent.on};`,
  ].join(" ");

/** Custom properties of all tokens: `--n1` to `--n12`, `--green-text`, `--t14`, `--s16`, and the radii. */
export const tokensStyle = `
:root {
  ${colorsOf(light)}
  ${typeScale.map((size) => `--t${size}: ${rem(size)};`).join(" ")}
  ${spaces.map((space) => `--s${space}: ${rem(space)};`).join(" ")}
  --r6: 6px; --r10: 10px;
  --float: 0 0 0 1px var(--n5), 0 8px 24px rgb(16 24 40 / 14%);
}
@media (prefers-color-scheme: dark) {
  :root { ${colorsOf(dark)} --float: 0 0 0 1px var(--n6), 0 8px 24px rgb(0 0 0 / 50%); }
}
`;
