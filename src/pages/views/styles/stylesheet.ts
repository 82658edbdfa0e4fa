import { fingerprint } from "#lib/ids/fingerprint.ts";
import { adminStyle } from "./style-admin.ts";
import { chartsStyle } from "./style-charts.ts";
import { checkInStyle } from "./style-check-in.ts";
import { choicesStyle } from "./style-choices.ts";
import { consoleStyle } from "./style-console.ts";
import { derivedStyle } from "./style-derived.ts";
import { quizzesStyle } from "./style-quizzes.ts";
import { discussionStyle } from "./style-discussion.ts";
import { fontStyle } from "./style-font.ts";
import { formsStyle } from "./style-forms.ts";
import { frameStyle } from "./style-frame.ts";
import { tokensStyle } from "./tokens.ts";
import { signUpStyle } from "./style-sign-up.ts";
import { inkStyle } from "./style-ink.ts";
import { islandsStyle } from "./style-islands.ts";
import { learnStyle } from "./style-learn.ts";
import { listsStyle } from "./style-lists.ts";
import { offlineStyle } from "./style-offline.ts";
import { outlineStyle } from "./style-outline.ts";
import { partsStyle } from "./style-parts.ts";
import { playerStyle } from "./style-player.ts";
import { notesStyle } from "./style-notes.ts";
import { switchesStyle } from "./style-switches.ts";
import { type FixedTheme, styleInTheme } from "./theme.ts";
import { workStyle } from "./style-work.ts";
import { requiredStyle } from "./style-required.ts";
import { reviewsStyle } from "./style-reviews.ts";

const body = `${fontStyle}${tokensStyle}${inkStyle}${frameStyle}${partsStyle}${listsStyle}${choicesStyle}${adminStyle}${signUpStyle}${learnStyle}${playerStyle}${workStyle}${notesStyle}${offlineStyle}${switchesStyle}${formsStyle}${reviewsStyle}${discussionStyle}`;

/** Visitors and students do not wait for the admin area: its styles are half of all. */
const adminBody = `${chartsStyle}${consoleStyle}${derivedStyle}${outlineStyle}${checkInStyle}${quizzesStyle}${requiredStyle}${islandsStyle}`;

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
