import { readCss } from "#lib/css/read-css.ts";
import { fingerprint } from "#lib/ids/fingerprint.ts";
import { fontStyle } from "./font.ts";
import { tokensStyle } from "./tokens.ts";
import { withTones } from "./tones.ts";
import { type FixedTheme, styleInTheme } from "./theme.ts";
import { requiredStyle } from "./required.ts";

const stylesOf = (...names: readonly string[]): string =>
  names.map((name) => readCss(import.meta.dirname, name)).join("");

const body = [
  fontStyle,
  tokensStyle,
  stylesOf("ink", "frame", "parts", "lists", "choices", "admin", "sign-up", "learn", "player"),
  withTones(stylesOf("work")),
  stylesOf("notes", "offline", "switches", "forms", "reviews", "discussion"),
].join("");

/** Visitors and students do not wait for the admin area: its styles are half of all. */
const adminBody = [
  stylesOf(
    "charts",
    "console",
    "console-desk",
    "console-controls",
    "console-windows",
    "palette",
    "derived-lists",
    "derived-details",
    "derived-forms",
    "lecture-editor",
    "derived-windows",
    "outline",
    "check-in",
    "quizzes",
  ),
  requiredStyle,
  stylesOf("islands"),
].join("");

interface Stylesheet {
  path: string;
  body: string;
}

interface Themed extends Record<FixedTheme, Stylesheet> {
  auto: Stylesheet;
}

/** For people who have chosen a theme, and for others. The paths contain content hashes: they are cached indefinitely. */
const themed = (name: string, css: string): Themed => {
  const inTheme = (theme?: FixedTheme): Stylesheet => {
    const inIt = styleInTheme(css, theme);
    return { path: `/assets/${name}-${fingerprint(inIt, 12)}.css`, body: inIt };
  };
  return { auto: inTheme(), light: inTheme("light"), dark: inTheme("dark") };
};

const ofAll = themed("lectern", body);
const ofAdmin = themed("lectern-admin", adminBody);

export const stylesheets: readonly Stylesheet[] = [ofAll, ofAdmin].flatMap(({ auto, light, dark }) => [
  auto,
  light,
  dark,
]);

/** The stylesheet of all pages. */
export const stylesheetIn = (theme: FixedTheme | undefined): Stylesheet => ofAll[theme ?? "auto"];

/** Styles that the admin area and the documentation add. */
export const adminStylesheetIn = (theme: FixedTheme | undefined): Stylesheet => ofAdmin[theme ?? "auto"];
