import { html } from "hono/html";

import { textFor } from "../../text/catalogue.ts";
import type { Catalogue } from "#pages/text/catalogue-type.ts";
import { type Dated, timestamp } from "../parts/dates.ts";
import { fill, foreign, type Markup } from "../parts/markup.ts";
import { lengthOf } from "./durations.ts";

type LectureKind = keyof Catalogue["learn"]["course"]["kind"];

/** Reason why a lecture is locked. */
export type Lock = { kind: "until"; opensAt: Date } | { kind: "order" } | { kind: "enrollment" };

export type OutlineSection = {
  id: string;
  title: string;
  summary: string | null;
  lectures: readonly {
    href: string;
    title: string;
    kind: LectureKind;
    durationSeconds: number | null;
    isPreview: boolean;
    required: boolean;
    isDone: boolean;
    lock: Lock | null;
  }[];
};

/** Course outline with kind, completion and lock of each lecture. */
export const outline = (page: Dated, sections: readonly OutlineSection[]): Markup =>
  html`${sections.map(
    ({ id, title, summary, lectures }) =>
      html`<section class="part" id="${id}">
        <h3>${foreign(title)}</h3>
        ${summary && html`<p class="prose soft foreign">${summary}</p>`}
        <ol class="lectures">
          ${lectures.map((lecture) => item(page, lecture))}
        </ol>
      </section>`,
  )}`;

const item = (page: Dated, lecture: OutlineSection["lectures"][number]): Markup => {
  const { course: text } = textFor(page.locale).learn;
  const { href, title, kind, durationSeconds, isPreview, required, isDone, lock } = lecture;
  const facts: (string | Markup)[] = [
    text.kind[kind],
    ...(durationSeconds ? [lengthOf(page.locale, durationSeconds)] : []),
    ...(isPreview ? [text.preview] : []),
    ...(required ? [] : [text.optional]),
    ...(lock ? [lockText(page, lock)] : []),
  ];
  return html`<li class="${isDone ? "done" : lock ? "locked" : "open"}">
    <p class="title">
      ${lock ? foreign(title) : html`<a href="${href}">${foreign(title)}</a>`}
      ${isDone && html`<span class="state">${text.done}</span>`}
    </p>
    <ul class="facts">
      ${facts.map((fact) => html`<li>${fact}</li>`)}
    </ul>
  </li>`;
};

/** Condition for unlocking. */
export const lockText = (page: Dated, lock: Lock): Markup => {
  const { course: text } = textFor(page.locale).learn;
  switch (lock.kind) {
    case "until":
      return fill(text.opensAt, { time: timestamp(page, lock.opensAt) });
    case "order":
      return html`${text.inOrder}`;
    case "enrollment":
      return html`${text.notYours}`;
  }
};
