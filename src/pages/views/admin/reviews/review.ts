import { html } from "hono/html";

import { adminSections } from "../../../admin/sections.ts";
import { textFor } from "../../../text/catalogue.ts";
import { button, hidden, notice, problem } from "../../parts/fields.ts";
import { fill, fillPlain, foreign } from "../../parts/markup.ts";
import { textArea } from "../forms/form-fields.ts";
import { adminLayout, type AdminPage } from "../layout.ts";
import { decisions, reviewInFull, type ReviewNotice, type ReviewView } from "./reviews.ts";

export type ReviewToDecide = {
  review: ReviewView;
  /** Reply as entered. */
  typed: string;
  isTooLong: boolean;
  notice: ReviewNotice | undefined;
};

const { path } = adminSections.reviews;

/** A review with actions. Posts `act`, `version` and `reply`. */
export const review = (page: AdminPage, { review, typed, isTooLong, notice: noticeKey }: ReviewToDecide): string => {
  const { reviews: text } = textFor(page.locale).admin.resources;
  const { course } = review;
  const action = `${path}/${review.id}`;
  return adminLayout(page, {
    title: fillPlain(text.title, { course }),
    problem: isTooLong,
    content: html`${noticeKey && notice(text.notice[noticeKey])}
      <h1>${fill(text.title, { course: foreign(course) })}</h1>
      <div class="review">
        ${reviewInFull(page, review, "p")}
        <p class="soft">${text.status[review.status]}</p>
      </div>
      <form method="post" action="${action}" class="actions">${decisions(page, review, "page")}</form>
      <h2>${text.answer}</h2>
      ${isTooLong && problem("problem", text.problem)}
      <form method="post" action="${action}" class="stack">
        ${hidden("csrf", page.csrf)} ${hidden("version", String(review.version))} ${hidden("from", "page")}
        ${textArea({ name: "reply", label: text.reply, hint: text.replyHint, value: typed, rows: 5, maxLength: 5000, problem: isTooLong ? text.problem : undefined })}
        <div>${button(text.saveReply, { look: "primary", name: "act", value: "reply" })}</div>
      </form>`,
  });
};
