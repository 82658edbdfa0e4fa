import { html, raw } from "hono/html";

import { textFor } from "../../../text/catalogue.ts";
import { valueLabel } from "../../../text/fields/texts.ts";
import { badge } from "../../parts/badge.ts";
import { button, hidden, problem } from "../../parts/fields.ts";
import { fill, fillPlain, foreign, type Markup } from "../../parts/markup.ts";
import { adminLayout, type AdminPage } from "../layout.ts";

export type PlacingAct = "move" | "duplicate";

interface Course {
  /** As in the API. */
  id: string;
  name: string;
  status: string;
}

/** The chosen course. */
export interface PlacingTarget extends Course {
  sections: readonly { id: string; title: string; lectures: number }[];
  chosen: string | undefined;
  /** Why the lecture cannot be moved there. */
  refusal: { text: string; hasWork: boolean } | undefined;
}

export interface PlacingPage {
  act: PlacingAct;
  /** Addresses of the page, of the other act, and of the lecture. */
  address: string;
  duplicate: string;
  back: string;
  lecture: { title: string; status: string; hasSchedule: boolean; section: string; course: Course };
  /** Courses to choose from. Undefined once one is chosen. */
  choices: { courses: readonly Course[]; hasMore: boolean; search: string } | undefined;
  target: PlacingTarget | undefined;
  failure: string | undefined;
}

/** Moves or duplicates a lecture: the person chooses a course, then one of its sections. */
export const placingPage = (page: AdminPage, view: PlacingPage): string => {
  const { placing: text } = textFor(page.locale).admin;
  const { act, lecture, target, choices } = view;
  const title = fillPlain(text[act].title, { name: lecture.title });
  const now = { section: foreign(lecture.section), course: foreign(lecture.course.name) };
  return adminLayout(page, {
    title,
    problem: view.failure !== undefined,
    parent: [view.back, lecture.title],
    above: [`/admin/courses/${lecture.course.id}`, lecture.course.name],
    crumb: text[act].act,
    content: html`<h1>${title}</h1>
      <p class="lead">${fill(text.now, now)}</p>
      ${view.failure !== undefined && problem("problem", view.failure)}
      ${act === "duplicate" && !target && besideForm(page, view)} ${choices && courseChoice(page, view, choices)}
      ${target && sectionForm(page, view, target)}`,
  });
};

const besideForm = (page: AdminPage, { address, back }: PlacingPage): Markup => {
  const { placing: text, derived } = textFor(page.locale).admin;
  return html`<form method="post" action="${address}" class="stack">
    ${hidden("csrf", page.csrf)}
    <p>${text.beside}</p>
    <div class="actions">
      ${button(text.duplicate.act, { look: "primary" })}
      <a class="button plain" href="${back}">${derived.form.cancel}</a>
    </div>
  </form>`;
};

const courseChoice = (
  page: AdminPage,
  { act, address, lecture }: PlacingPage,
  { courses, hasMore, search }: NonNullable<PlacingPage["choices"]>,
): Markup => {
  const { placing: text } = textFor(page.locale).admin;
  return html`<section class="stack" aria-labelledby="choose-course">
    <h2 id="choose-course">${act === "duplicate" ? text.elsewhere : text.choose}</h2>
    ${(hasMore || search !== "") && searchForm(page, address, search)}
    ${courses.length === 0 && html`<p class="soft">${text.noCourse}</p>`}
    <ul class="choices-of-courses">
      ${courses.map(
        (course) =>
          html`<li>
            <a href="${address}?course=${course.id}">${foreign(course.name)}</a>
            ${badge(course.status, valueLabel(page.locale, "courses.status", course.status))}
            ${course.id === lecture.course.id && html`<span class="soft">${text.here}</span>`}
          </li>`,
      )}
    </ul>
    ${hasMore && html`<p class="soft">${text.moreCourses}</p>`}
  </section>`;
};

const searchForm = ({ locale }: AdminPage, address: string, search: string): Markup => {
  const { placing: text } = textFor(locale).admin;
  return html`<form method="get" action="${address}" class="search-of-courses" role="search">
    <input type="search" name="q" value="${search}" maxlength="100" aria-label="${text.search}" />
    ${button(text.find, { look: "secondary" })}
  </form>`;
};

const sectionForm = (page: AdminPage, view: PlacingPage, target: PlacingTarget): Markup => {
  const { placing: text, derived } = textFor(page.locale).admin;
  const { act, address, back } = view;
  const otherCourseLink = html`<a class="button plain" href="${address}">${text.otherCourse}</a>`;
  const course = { course: target.name };
  if (target.sections.length === 0) {
    return html`<p class="notice">${fillPlain(text.noSection, course)}</p>
      <div class="actions">
        <a class="button secondary" href="/admin/courses/${target.id}/outline">${text.outline}</a> ${otherCourseLink}
      </div>`;
  }
  if (target.refusal) {
    const { hasWork } = target.refusal;
    return html`${problem("problem", target.refusal.text)}
      <div class="actions">
        ${hasWork && html`<a class="button primary" href="${view.duplicate}?course=${target.id}">${text.duplicateInstead}</a>`}
        ${otherCourseLink}
      </div>`;
  }
  return html`<form method="post" action="${address}" class="stack">
    ${hidden("csrf", page.csrf)} ${hidden("course", target.id)}
    <fieldset>
      <legend>${fillPlain(text.section, course)}</legend>
      <p class="hint">${text.sectionHint}</p>
      ${target.sections.map(
        ({ id, title, lectures }) =>
          html`<div class="choice">
            <label
              ><input type="radio" name="section" value="${id}" required ${id === target.chosen && raw("checked")} />
              <span
                >${foreign(title)}
                <span class="soft">${fillPlain(text.lectures, { count: String(lectures) })}</span></span
              ></label
            >
          </div>`,
      )}
    </fieldset>
    ${consequences(page, view, target)}
    <div class="actions">
      ${button(fillPlain(text[act].to, course), { look: "primary" })} ${otherCourseLink}
      <a class="button plain" href="${back}">${derived.form.cancel}</a>
    </div>
  </form>`;
};

/** Says what moves, what stays, and what students notice. */
const consequences = (page: AdminPage, { act, lecture }: PlacingPage, target: PlacingTarget): Markup => {
  const { placing: text } = textFor(page.locale).admin;
  const [from, to] = [{ course: lecture.course.name }, { course: target.name }];
  const schedule = lecture.hasSchedule && target.id !== lecture.course.id ? fillPlain(text.schedule, to) : undefined;
  const isPublished = lecture.status === "published" && act === "move";
  const arriving = fillPlain(
    isPublished ? (target.status === "published" ? text.arriving : text.arrivingInDraft) : text.arrivingDraft,
    to,
  );
  const rows: [string, (string | undefined)[]][] =
    act === "duplicate"
      ? [
          [text.copied, [text.copiedText, schedule]],
          [text.stays, [text.staysCopied]],
          [text.students, [arriving]],
        ]
      : target.id === lecture.course.id
        ? [[text.students, [text.within]]]
        : [
            [text.along, [text.alongText, schedule]],
            [text.stays, [text.staysText]],
            [text.students, [isPublished ? fillPlain(text.leaving, from) : undefined, arriving]],
          ];
  return html`<section aria-labelledby="consequences">
    <h2 id="consequences">${text.consequences}</h2>
    <dl class="consequences">
      ${rows.map(
        ([name, parts]) =>
          html`<dt>${name}</dt>
            <dd>${parts.filter((part) => part !== undefined).join(" ")}</dd>`,
      )}
    </dl>
  </section>`;
};
