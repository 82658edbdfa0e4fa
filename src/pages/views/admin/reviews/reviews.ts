import { html } from "hono/html";

import type { ReviewStatus } from "#domain/feedback/reviews/review.ts";
import type { SchoolSettings } from "#domain/site/school/settings.ts";

import { adminSections } from "../../../admin/sections.ts";
import { textFor } from "../../../text/catalogue.ts";
import type { Catalogue } from "#pages/text/catalogue-type.ts";
import { timestamp } from "../../parts/dates.ts";
import { button, checkbox, hidden, notice } from "../../parts/fields.ts";
import { pager, type Pages } from "../../parts/pager.ts";
import { reviewText, type ReviewContent } from "#pages/views/parts/review-text.ts";
import { filterSelect } from "../parts/filter-fields.ts";
import { filterLinks } from "../parts/filter-links.ts";
import { choices, radio } from "../forms/form-fields.ts";
import { adminLayout, type AdminPage } from "../layout.ts";
import { fill, fillPlain, type Markup } from "../../parts/markup.ts";
import { linked } from "../parts/linked-name.ts";
import { rowsOr } from "../parts/rows.ts";

type Text = Catalogue["admin"]["resources"]["reviews"];

export const reviewFilters = ["pending", "published", "hidden", "all"] as const;
export type ReviewFilter = (typeof reviewFilters)[number];

/** With the encoded id: `rev_…`. */
export type ReviewView = ReviewContent & {
  id: string;
  version: number;
  status: ReviewStatus;
  course: string;
  courseHref?: string | undefined;
  memberHref?: string | undefined;
  /** Null if the author was deleted. */
  member: string | null;
  createdAt: Date;
  editedAt: Date | null;
};

export type ReviewNotice = keyof Text["notice"];

export type ReviewList = {
  reviews: readonly ReviewView[];
  filter: ReviewFilter;
  pages: Pages;
  notice: ReviewNotice | undefined;
  settings: SchoolSettings["reviews"] & { names: SchoolSettings["privacy"]["namesInReviews"] };
};

const { path } = adminSections.reviews;

/** Reviews with actions, pending first, and the review settings. */
export const reviewList = (page: AdminPage, view: ReviewList): string => {
  const { reviews: text } = textFor(page.locale).admin.resources;
  return adminLayout(page, {
    title: text.section.name,
    content: html`${view.notice && notice(text.notice[view.notice])}
      <h1>${text.section.name}</h1>
      <p class="lead">${text.intro}</p>
      ${filters(text, view.filter)}
      ${rowsOr(view.reviews, (review) => row(page, review, view.filter), text.none[view.filter])}
      ${pager(page.locale, text.section.name, view.pages)} ${rules(page, view.settings)}`,
  });
};

const filters = (text: Text, chosen: ReviewFilter): Markup =>
  filterLinks({
    label: text.views,
    filters: reviewFilters,
    chosen,
    text: text.filters,
    href: (filter) => `${path}?status=${filter}`,
  });

const row = (page: AdminPage, review: ReviewView, from: ReviewFilter): Markup => {
  const { reviews: text } = textFor(page.locale).admin.resources;
  const { id, course, reply } = review;
  const spoken = (act: string) => fillPlain(text.aboutOf, { act, course, member: review.member ?? text.unnamed });
  const answer = reply === null ? text.answer : text.open;
  return html`<li class="row">
    <div class="about review">${reviewInFull(page, review, "h2")}</div>
    <p class="here">${text.status[review.status]}</p>
    <div class="whole">
      <form method="post" action="${path}/${id}" class="actions decide">
        ${decisions(page, review, from)}
        <a class="button secondary" href="${path}/${id}" aria-label="${spoken(answer)}">${answer}</a>
      </form>
    </div>
  </li>`;
};

/** A review with course, author, date and text. */
export const reviewInFull = (page: AdminPage, review: ReviewView, heading: "h2" | "p"): Markup => {
  const { reviews: text } = textFor(page.locale).admin.resources;
  const { course, courseHref, member, memberHref, createdAt, editedAt } = review;
  const formatTime = (at: Date) => timestamp(page, at);
  const who = member === null ? html`${text.unnamed}` : linked(memberHref, member);
  const about = fill(text.of, { course: linked(courseHref, course), member: who });
  return html`${heading === "h2" ? html`<h2>${about}</h2>` : html`<p class="lead">${about}</p>`}
    <ul class="facts">
      <li>${fill(text.writtenAt, { time: formatTime(createdAt) })}</li>
      ${editedAt && html`<li>${fill(text.editedAt, { time: formatTime(editedAt) })}</li>`}
    </ul>
    ${reviewText(page, review, formatTime)}`;
};

/** Hidden fields with id and displayed version of a review, and buttons to publish or hide it. */
export const decisions = (page: AdminPage, review: ReviewView, from: ReviewFilter | "page"): Markup => {
  const { reviews: text } = textFor(page.locale).admin.resources;
  const spoken = (act: string) =>
    fillPlain(text.aboutOf, { act, course: review.course, member: review.member ?? text.unnamed });
  const act = (value: "publish" | "hide") =>
    button(text[value], {
      look: value === "publish" ? "primary" : "secondary",
      name: "act",
      value,
      spoken: spoken(text[value]),
    });
  return html`${hidden("csrf", page.csrf)} ${hidden("version", String(review.version))} ${hidden("from", from)}
  ${review.status !== "published" && act("publish")} ${review.status !== "hidden" && act("hide")}`;
};

/** Posts `accept`, `moderation` and `names`. */
const rules = (page: AdminPage, { accept, moderation, names }: ReviewList["settings"]): Markup => {
  const { save, resources } = textFor(page.locale).admin;
  const { reviews: text } = resources;
  return html`<h2>${text.rules}</h2>
    <form method="post" action="${path}" class="stack">
      ${hidden("csrf", page.csrf)} ${checkbox({ name: "accept", label: text.accept, checked: accept })}
      ${choices(
        { name: "moderation-choices", label: text.moderation },
        html`${(["none", "texts", "all"] as const).map((value) => {
          const { name: label, hint } = text.moderations[value];
          return radio({ name: "moderation", value, label, hint, checked: moderation === value });
        })}`,
      )}
      ${filterSelect({
        name: "names",
        label: text.names,
        value: names,
        options: (["full", "first", "initials", "none"] as const).map(
          (value) => [value, text.nameForms[value]] as const,
        ),
      })}
      <div>${button(save, { look: "primary" })}</div>
    </form>`;
};
