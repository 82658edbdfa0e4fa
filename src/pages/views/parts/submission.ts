import { html, raw } from "hono/html";

import type { Locale } from "#domain/platform/site/locales.ts";
import { textFor } from "../../text/catalogue.ts";
import { type Dated, timestamp } from "./dates.ts";
import { size } from "../learn/attachments.ts";
import { fill, foreign, type Markup } from "./markup.ts";
import { sanitizedHtml } from "./sanitized-html.ts";

/** A criterion of the rubric of an assignment. */
export type Criterion = { title: string; description: string | null; points: number };

export type SubmittedFile = { filename: string; byteSize: number; url: string };

/** A replaced version of a submission. */
export type EarlierSubmission = {
  submittedAt: Date;
  gradedAt: Date | null;
  text: string | null;
  url: string | null;
  fileNames: readonly string[];
  score: number | null;
  givenScore: number | null;
  feedbackHtml: string | null;
};

export const rubric = (locale: Locale, criteria: readonly Criterion[]): Markup => {
  const { assignment: text } = textFor(locale).learn;
  if (criteria.length === 0) return raw("");
  return html`<h2>${text.rubric}</h2>
    <dl class="entries">
      ${criteria.map(
        ({ title, description, points }) =>
          html`<div class="entry">
            <dt>${foreign(title)}</dt>
            <dd>
              ${fill(text.points, { count: String(points) })}${description && html` <span class="soft foreign">${description}</span>`}
            </dd>
          </div>`,
      )}
    </dl>`;
};

type Work = { text: string | null; url: string | null; files: readonly SubmittedFile[] };

export const submittedWork = (locale: Locale, { text, url, files }: Work): Markup =>
  html`<div class="handed-in">
    ${text && html`<p class="foreign work" dir="auto">${text}</p>`}
    ${url && html`<p><a href="${url}" rel="noopener noreferrer nofollow">${foreign(url)}</a></p>`}
    ${
      files.length > 0 &&
      html`<ul>
        ${files.map((file) => html`<li><a href="${file.url}">${foreign(file.filename)}</a> ${size(locale, file)}</li>`)}
      </ul>`
    }
  </div>`;

type Grade = { score: number | null; givenScore: number | null };

export const scoreOf = (locale: Locale, { score, givenScore }: Grade, maxScore: number): Markup => {
  const { assignment: text } = textFor(locale).learn;
  if (score === null) return raw("");
  return html`<p>${fill(text.score, { score: String(score), max: String(maxScore) })}</p>
    ${givenScore !== null && score !== givenScore && html`<p>${fill(text.reduced, { score: String(givenScore) })}</p>`}`;
};

export const earlierVersions = (page: Dated, versions: readonly EarlierSubmission[], maxScore: number): Markup => {
  const { assignment: text } = textFor(page.locale).learn;
  if (versions.length === 0) return raw("");
  return html`<h2>${text.earlier}</h2>
    ${versions.map(
      (version) =>
        html`<details>
          <summary><span>${fill(text.handedInAt, { time: timestamp(page, version.submittedAt) })}</span></summary>
          ${earlierVersion(page, version, maxScore)}
        </details>`,
    )}`;
};

const earlierVersion = (page: Dated, version: EarlierSubmission, maxScore: number): Markup => {
  const { assignment: text } = textFor(page.locale).learn;
  const { text: body, url, fileNames, gradedAt, feedbackHtml } = version;
  return html`<div class="handed-in">
    ${gradedAt && html`<p class="soft">${fill(text.gradedAt.returned, { time: timestamp(page, gradedAt) })}</p>`}
    ${scoreOf(page.locale, version, maxScore)} ${body && html`<p class="foreign work" dir="auto">${body}</p>`}
    ${url && html`<p><a href="${url}" rel="noopener noreferrer nofollow">${foreign(url)}</a></p>`}
    ${
      fileNames.length > 0 &&
      html`<p>${text.files}</p>
        <ul>
          ${fileNames.map((name) => html`<li>${foreign(name)}</li>`)}
        </ul>`
    }
    ${
      feedbackHtml &&
      html`<p><strong>${text.feedback}</strong></p>
        <div class="reading foreign">${sanitizedHtml(feedbackHtml)}</div>`
    }
  </div>`;
};
