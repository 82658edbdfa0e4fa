import { html, raw } from "hono/html";

import type { StudentTexts } from "../../../islands/student/texts.ts";
import { islandsPath } from "../../islands/islands.ts";
import { textFor } from "../../text/catalogue.ts";
import type { PageContext } from "./page-context.ts";
import type { Markup } from "./markup.ts";

/** The module of pages on which students write. Null where nothing may be saved: for staff who see them as a student. */
export const studentModule = ({ locale, viewing }: Pick<PageContext, "locale" | "viewing">): Markup => {
  if (islandsPath === undefined || viewing) return raw("");
  const { browser, unanswered, answered, isAnswered, previous, next, step, timeLeft, question } = textFor(locale).work;
  const texts: StudentTexts = {
    ...browser,
    mark: unanswered.mark,
    answered,
    isAnswered,
    previous,
    next,
    step,
    timeLeft,
    question,
  };
  return html`<l-student data-locale="${locale}" data-texts="${JSON.stringify(texts)}" hidden></l-student>
    <script type="module" src="${islandsPath}/student.js" fetchpriority="low"></script>`;
};

/** Keeps the text of the form around it in the browser until it is sent. */
export const keptIsland = ({ keeper, cookie }: { keeper: string; cookie: string }, subject: string): Markup =>
  html`<l-kept data-keeper="${keeper}" data-cookie="${cookie}" data-subject="${subject}"></l-kept>`;

/** Saves the work in the form around it. */
export const workIsland = (view: {
  /** The address that saves. */
  address: string;
  /** Separates the people who use the browser. */
  keeper: string;
  /** The attempt or the assignment. */
  subject: string;
  /** True if the page shows what another device has not saved: nothing is sent until the student decides. */
  isElsewhere: boolean;
}): Markup =>
  html`<l-work
    data-address="${view.address}"
    data-keeper="${view.keeper}"
    data-subject="${view.subject}"
    ${view.isElsewhere && raw("data-elsewhere")}
  ></l-work>`;
