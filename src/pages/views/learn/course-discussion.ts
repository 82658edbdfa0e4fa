import { html, raw } from "hono/html";

import type { Role } from "#access/roles.ts";
import { textFor } from "../../text/catalogue.ts";
import { layout } from "../frame/layout.ts";
import { avatar } from "../parts/avatar.ts";
import { commentField } from "../parts/comment-field.ts";
import type { RefusedComment } from "../parts/discussion-view.ts";
import { button, hidden } from "../parts/fields.ts";
import { keptIsland, studentModule } from "../parts/student-islands.ts";
import { ago } from "../parts/dates.ts";
import { fill, fillPlain, foreign, type Markup } from "../parts/markup.ts";
import type { PageContext, Person } from "../parts/page-context.ts";
import { pager, type Pages } from "../parts/pager.ts";

/** A thread in the list of a course. */
type ListedThread = {
  id: string;
  /** The thread on the page of its lecture. */
  href: string;
  lecture: { title: string; href: string };
  authorName: string | null;
  authorRole: Role;
  authorPictureUrl: string | null;
  authorTone: number;
  excerpt: string;
  replyCount: number;
  likeCount: number;
  activeAt: Date;
  isAnswered: boolean;
};

export type CourseDiscussionPage = {
  course: { name: string; href: string };
  filters: { every: string; unanswered: string };
  unanswered: boolean;
  now: Date;
  threads: readonly ListedThread[];
  pages: Pages;
  /** Null if there is nothing to ask about, and for staff who see the page as the member. */
  ask: AskForm | null;
};

type AskForm = {
  csrf: string;
  action: string;
  lectures: readonly { id: string; title: string; isChosen: boolean }[];
  kept: { keeper: string; cookie: string };
  refused: RefusedComment | undefined;
};

/** The discussions of all lectures of a course, newest comment first. */
export const courseDiscussion = (page: PageContext & { member: Person }, view: CourseDiscussionPage): string => {
  const { course: text } = textFor(page.locale).discussion;
  const { course, threads, unanswered, pages } = view;
  return layout(page, {
    title: `${text.title} · ${course.name}`,
    problem: view.ask?.refused !== undefined,
    content: html`<p class="back"><a href="${course.href}">${foreign(course.name)}</a></p>
      <h1>${text.title}</h1>
      <div class="threads-of-course">
        ${view.ask && ask(page, view.ask)}
        <div>
          ${filters(page, view)}
          ${
            threads.length === 0
              ? html`<p class="prose soft after">${unanswered ? text.noneUnanswered : text.none}</p>`
              : html`<ul class="threads">
                  ${threads.map((thread) => listed(page, thread, view.now))}
                </ul>`
          }
          ${pager(page.locale, text.title, pages)}
        </div>
      </div>`,
  });
};

/** Form for a question about a lecture: folded above the threads, open beside them on wide screens. */
const ask = (page: PageContext, { csrf, action, lectures, kept, refused }: AskForm): Markup => {
  const { discussion } = textFor(page.locale);
  const { course: text } = discussion;
  return html`<details class="ask" id="ask" ${refused && raw(" open")}>
      <summary class="button primary">${text.ask}</summary>
      <form method="post" action="${action}#ask" class="stack">
        <h2>${text.ask}</h2>
        ${hidden("csrf", csrf)}
        <div class="field">
          <label for="lecture">${text.about}</label>
          <select id="lecture" name="lecture">
            ${lectures.map(
              ({ id, title, isChosen }) =>
                html`<option value="${id}" ${isChosen && raw(" selected")}>${title}</option>`,
            )}
          </select>
        </div>
        ${commentField(page.locale, {
          id: "body",
          name: "body",
          label: text.question,
          value: "",
          hint: discussion.writeHint,
          refused,
        })}
        ${keptIsland(kept, action)}
        <div>${button(text.post, { look: "primary" })}</div>
      </form>
    </details>
    ${studentModule(page)}`;
};

const filters = ({ locale }: PageContext, { filters: to, unanswered }: CourseDiscussionPage): Markup => {
  const { course: text } = textFor(locale).discussion;
  return html`<nav class="contents" aria-label="${text.filter}">
    <ul>
      ${link(to.every, text.every, !unanswered)} ${link(to.unanswered, text.unanswered, unanswered)}
    </ul>
  </nav>`;
};

const link = (href: string, label: string, isHere: boolean): Markup =>
  html`<li><a href="${href}" ${isHere && raw('aria-current="page"')}>${label}</a></li>`;

const countIn = (template: string, count: number): string => fillPlain(template, { count: String(count) });

const listed = (page: PageContext, thread: ListedThread, now: Date): Markup => {
  const { discussion: text } = textFor(page.locale);
  const { authorName, authorRole, authorPictureUrl, authorTone, replyCount, likeCount } = thread;
  return html`<li>
    <article class="comment listed">
      ${avatar({ name: authorName, pictureUrl: authorPictureUrl, tone: authorTone })}
      <div class="saying">
        <p class="byline">
          <strong>${authorName === null ? text.unnamed : foreign(authorName)}</strong>
          ${authorRole !== "student" && html`<span class="role">${text.role[authorRole]}</span>`}
          <span class="soft">${foreign(thread.lecture.title)}</span>
        </p>
        <p class="opening" dir="auto"><a href="${thread.href}">${thread.excerpt}</a></p>
        <p class="facts">
          <span>${fill(text.course.active, { time: ago(page, thread.activeAt, now) })}</span>
          <span>${countIn(text.course.replies, replyCount)}</span>
          ${likeCount !== 0 && html`<span>${countIn(text.likes, likeCount)}</span>`}
          ${!thread.isAnswered && html`<span class="role open">${text.course.answer}</span>`}
        </p>
      </div>
    </article>
  </li>`;
};
