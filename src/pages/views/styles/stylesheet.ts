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

const body = `${fontStyle}${tokensStyle}${inkStyle}${frameStyle}${partsStyle}${listsStyle}${choicesStyle}${adminStyle}${signUpStyle}${learnStyle}${playerStyle}${workStyle}${notesStyle}${offlineStyle}${switchesStyle}${formsStyle}${chartsStyle}${reviewsStyle}${discussionStyle}${consoleStyle}${derivedStyle}${outlineStyle}${checkInStyle}${quizzesStyle}${requiredStyle}${islandsStyle}`;

interface Stylesheet {
  path: string;
  body: string;
}

const inTheme = (theme: FixedTheme | undefined): Stylesheet => {
  const themed = styleInTheme(body, theme);
  return { path: `/assets/lectern-${fingerprint(themed, 12)}.css`, body: themed };
};

/** The stylesheet of all pages. Its path contains a content hash, so that it can be cached indefinitely. */
export const stylesheet = inTheme(undefined);

/** The same for people who have chosen a theme. */
const fixed: Record<FixedTheme, Stylesheet> = { light: inTheme("light"), dark: inTheme("dark") };

export const stylesheetIn = (theme: FixedTheme | undefined): Stylesheet => (theme ? fixed[theme] : stylesheet);
