import { html } from "hono/html";

import { adminSections } from "../../../admin/sections.ts";
import { textFor } from "../../../text/catalogue.ts";
import type { Catalogue } from "#pages/text/catalogue-type.ts";
import { timestamp } from "../../parts/dates.ts";
import { button, hidden, notice } from "../../parts/fields.ts";
import { pager, type Pages } from "../../parts/pager.ts";
import { filterSelect } from "../parts/filter-fields.ts";
import { textField } from "../forms/form-fields.ts";
import { filterLinks } from "../parts/filter-links.ts";
import { adminLayout, type AdminPage } from "../layout.ts";
import { fill, fillPlain, type Markup } from "../../parts/markup.ts";
import { linked } from "../parts/linked-name.ts";
import { rowsOr } from "../parts/rows.ts";

type Text = Catalogue["admin"]["resources"]["comments"];

export const commentFilters = ["pending", "unanswered", "visible", "hidden", "all"] as const;
export type CommentFilter = (typeof commentFilters)[number];

export const commentKinds = ["any", "lecture", "post", "course", "submission"] as const;
export type CommentKind = (typeof commentKinds)[number];

export type CommentNotice = keyof Text["notice"];

/** With the encoded id: `cmt_…`. */
export type ModeratedComment = {
  id: string;
  version: number;
  status: keyof Text["status"];
  body: string;
  isReply: boolean;
  /** Null if the author has no name. */
  member: string | null;
  memberHref?: string | undefined;
  /** The course that the comment belongs to. */
  courseHref?: string | undefined;
  /** Title of the commented resource. Null if it was deleted. */
  subject: string | null;
  /** URL in the discussion. Null if no page shows the comment. */
  href: string | null;
  createdAt: Date;
  editedAt: Date | null;
};

export type CommentList = {
  comments: readonly ModeratedComment[];
  filter: CommentFilter;
  kind: CommentKind;
  search: string;
  pages: Pages;
  notice: CommentNotice | undefined;
};

const { path } = adminSections.comments;

/** Comments with actions, and their filters. */
export const commentList = (page: AdminPage, view: CommentList): string => {
  const { comments: text } = textFor(page.locale).admin.resources;
  return adminLayout(page, {
    title: text.section.name,
    content: html`${view.notice && notice(text.notice[view.notice])}
      <h1>${text.section.name}</h1>
      <p class="lead">${text.intro}</p>
      ${filters(text, view)} ${rowsOr(view.comments, (comment) => row(page, comment, view), nothing(text, view))}
      ${pager(page.locale, text.section.name, view.pages)}`,
  });
};

const filters = (text: Text, { filter: chosen, kind, search }: CommentList): Markup => {
  const rest = { ...(kind !== "any" && { kind }), ...(search && { search }) };
  return html`${filterLinks({
      label: text.views,
      filters: commentFilters,
      chosen,
      text: text.filters,
      href: (filter) => `${path}?${new URLSearchParams({ status: filter, ...rest }).toString()}`,
    })}
    <form method="get" action="${path}" class="stack">
      ${hidden("status", chosen)}
      ${filterSelect({
        name: "kind",
        label: text.kind,
        value: kind,
        options: commentKinds.map((value) => [value, text.kinds[value]] as const),
      })}
      ${textField({ name: "search", label: text.search, value: search, maxLength: 100 })}
      <div>${button(text.apply, { look: "secondary" })}</div>
    </form>`;
};

/** Leads to the comments that exist, or to the courses. */
const nothing = (text: Text, { filter, kind, search }: CommentList): Markup => {
  const isAll = filter === "all" && kind === "any" && search === "";
  return html`<p class="prose soft after">${text.none[filter]}</p>
    <p class="ways">
      ${isAll ? html`<a href="/courses">${text.next.courses}</a>` : html`<a href="${path}?status=all">${text.next.all}</a>`}
    </p>`;
};

const row = (page: AdminPage, comment: ModeratedComment, view: CommentList): Markup => {
  const { comments: text } = textFor(page.locale).admin.resources;
  const { body, status, isReply, href, createdAt, editedAt } = comment;
  const { member, subject } = namesIn(text, comment);
  const values = {
    member: comment.member === null ? html`${member}` : linked(comment.memberHref, member),
    subject: comment.subject === null ? html`${subject}` : linked(comment.courseHref, subject),
  };
  const formatTime = (at: Date) => timestamp(page, at);
  return html`<li class="row">
    <div class="about review">
      <h2>${fill(isReply ? text.replyOf : text.of, values)}</h2>
      <ul class="facts">
        <li>${fill(text.writtenAt, { time: formatTime(createdAt) })}</li>
        ${editedAt && html`<li>${fill(text.editedAt, { time: formatTime(editedAt) })}</li>`}
      </ul>
      <p class="foreign work" dir="auto">${body}</p>
    </div>
    <p class="here">${text.status[status]}</p>
    <div class="whole">${acts(page, comment, view)}${deletion(page, comment, view)}</div>
    ${href !== null && html`<p class="whole"><a href="${href}" aria-label="${spokenOf(text, comment, text.open)}">${text.open}</a></p>`}
  </li>`;
};

const namesIn = (text: Text, { member, subject }: ModeratedComment) => ({
  member: member ?? text.unnamed,
  subject: subject ?? text.deletedSubject,
});

const spokenOf = (text: Text, comment: ModeratedComment, act: string): string =>
  fillPlain(text.aboutOf, { act, ...namesIn(text, comment) });

/** Fields that the action needs: the displayed version, and the filters to return to. */
const common = (page: AdminPage, { version }: ModeratedComment, { filter, kind, search }: CommentList): Markup =>
  html`${hidden("csrf", page.csrf)} ${hidden("version", String(version))} ${hidden("status", filter)}
  ${hidden("kind", kind)} ${hidden("search", search)}`;

const acts = (page: AdminPage, comment: ModeratedComment, view: CommentList): Markup => {
  const { comments: text } = textFor(page.locale).admin.resources;
  const { id, status } = comment;
  const show = status === "pending" ? text.approve : text.show;
  const act = (value: "show" | "hide", label: string) =>
    button(label, {
      look: value === "show" ? "primary" : "secondary",
      name: "act",
      value,
      spoken: spokenOf(text, comment, label),
    });
  return html`<form method="post" action="${path}/${id}" class="actions decide">
    ${common(page, comment, view)} ${status !== "visible" && act("show", show)}
    ${status !== "hidden" && act("hide", text.hide)}
  </form>`;
};

const deletion = (page: AdminPage, comment: ModeratedComment, view: CommentList): Markup => {
  const { comments: text } = textFor(page.locale).admin.resources;
  return html`<details>
    <summary aria-label="${spokenOf(text, comment, text.delete)}">${text.delete}</summary>
    <form method="post" action="${path}/${comment.id}" class="stack">
      ${common(page, comment, view)}
      <p>${text.deletion}</p>
      <div>${button(text.delete, { look: "danger", name: "act", value: "delete" })}</div>
    </form>
  </details>`;
};
