import { html, raw } from "hono/html";

import { textFor, type Locale } from "../../text/catalogue.ts";
import { moment } from "../dates.ts";
import { button, hidden, problem } from "../fields.ts";
import { fill, foreign, type Markup } from "../markup.ts";

export type AssignmentView = {
  /** Made safe where it is stored. */
  instructionsHtml: string;
  maxScore: number;
  rubric: readonly { title: string; description: string | null; points: number }[];
  dueAt: Date | null;
  late: { kind: "accept" } | { kind: "refuse" } | { kind: "penalty"; percentPerDay: number };
  asks: { text: boolean; url: boolean };
  submission: {
    status: "submitted" | "graded" | "returned";
    submittedAt: Date;
    text: string | null;
    url: string | null;
    score: number | null;
    givenScore: number | null;
    feedbackHtml: string | null;
  } | null;
  /** Whether something can be handed in now. */
  isOpen: boolean;
  /** What was sent could not be taken. */
  refused: boolean;
  action: string;
};

/** What is to be done, what was handed in, and what became of it. */
export const assignment = (locale: Locale, csrf: string, view: AssignmentView): Markup => {
  const { assignment: text } = textFor(locale).learn;
  const { instructionsHtml, maxScore, dueAt, late } = view;
  const lateness =
    late.kind === "penalty" ? fill(text.penalty, { percent: String(late.percentPerDay) }) : text[late.kind];
  return html`<div class="reading foreign">${raw(instructionsHtml)}</div>
    <ul class="facts quiz-rules">
      <li>${fill(text.maxScore, { score: String(maxScore) })}</li>
      ${
        dueAt
          ? html`<li>${fill(text.due, { moment: moment(locale, dueAt) })}</li>
              <li>${lateness}</li>`
          : raw("")
      }
    </ul>
    ${rubric(locale, view)} ${handedIn(locale, view)} ${view.isOpen ? form(locale, csrf, view) : raw("")}`;
};

const rubric = (locale: Locale, { rubric: criteria }: AssignmentView): Markup => {
  const { assignment: text } = textFor(locale).learn;
  if (criteria.length === 0) return raw("");
  return html`<h2>${text.rubric}</h2>
    <dl class="entries">
      ${criteria.map(
        ({ title, description, points }) =>
          html`<div class="entry">
            <dt>${foreign(title)}</dt>
            <dd>
              ${fill(text.points, { count: String(points) })}${description ? html` <span class="soft foreign">${description}</span>` : raw("")}
            </dd>
          </div>`,
      )}
    </dl>`;
};

const handedIn = (locale: Locale, { submission, maxScore }: AssignmentView): Markup => {
  const { assignment: text } = textFor(locale).learn;
  if (!submission) return raw("");
  const { status, submittedAt, text: words, url, score, givenScore, feedbackHtml } = submission;
  const isReduced = score !== null && givenScore !== null && score !== givenScore;
  return html`<div class="notice" role="status">
      <p><strong>${text.status[status]}</strong> ${fill(text.handedInAt, { moment: moment(locale, submittedAt) })}</p>
      ${score === null ? raw("") : html`<p>${fill(text.score, { score: String(score), most: String(maxScore) })}</p>`}
      ${isReduced ? html`<p>${fill(text.reduced, { score: String(givenScore) })}</p>` : raw("")}
    </div>
    ${
      feedbackHtml
        ? html`<h2>${text.feedback}</h2>
            <div class="reading foreign">${raw(feedbackHtml)}</div>`
        : raw("")
    }
    <h2>${text.yours}</h2>
    ${words ? html`<p class="foreign work">${words}</p>` : raw("")}
    ${url ? html`<p><a href="${url}" rel="noopener noreferrer nofollow">${foreign(url)}</a></p>` : raw("")}`;
};

const form = (locale: Locale, csrf: string, { asks, submission, action, refused }: AssignmentView): Markup => {
  const { assignment: text } = textFor(locale).learn;
  const invalid = refused ? raw(' aria-describedby="problem" aria-invalid="true"') : raw("");
  return html`<form method="post" action="${action}" class="quiz">
    ${hidden("csrf", csrf)} ${refused ? problem("problem", text.refused) : raw("")}
    ${
      asks.text
        ? html`<div class="field">
            <label for="text">${text.text}</label>
            <textarea id="text" name="text" rows="10" maxlength="6000" ${invalid}>${submission?.text ?? ""}</textarea>
          </div>`
        : raw("")
    }
    ${
      asks.url
        ? html`<div class="field">
            <label for="url">${text.url}</label>
            <input
              id="url"
              name="url"
              type="url"
              autocomplete="off"
              maxlength="2000"
              value="${submission?.url ?? ""}"
              ${invalid}
            />
          </div>`
        : raw("")
    }
    ${button(submission ? text.again : text.handIn, { look: "primary" })}
  </form>`;
};
