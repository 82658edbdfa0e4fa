import { html } from "hono/html";
import type { FoundLecture } from "#domain/learning/lecture-notes/search-my-course.ts";
import { textFor } from "../../../text/catalogue.ts";
import { fill, fillPlain, foreign, type Markup } from "../../parts/markup.ts";
import type { PageContext, Person } from "../../parts/page-context.ts";
import { layout } from "../../frame/layout.ts";
import { type ListedNote, noteLines, searchForm } from "./my-notes.ts";

export interface CourseSearchView {
  here: string;
  course: { href: string; name: string };
  /** Empty before the first search. */
  query: string;
  lectures: readonly (Pick<FoundLecture, "title" | "kind" | "section" | "excerpt"> & {
    /** Null if the lecture is locked. */
    href: string | null;
  })[];
  notes: readonly ListedNote[];
}

/** Search in the lectures of a course and in the member's notes. */
export const searchCourse = (page: PageContext & { member: Person }, view: CourseSearchView): string => {
  const { notes: text } = textFor(page.locale);
  const { course, query } = view;
  return layout(page, {
    title: query === "" ? text.inCourse.title : fillPlain(text.inCourse.found, { query }),
    content: html`<p class="back"><a href="${course.href}">${foreign(course.name)}</a></p>
      <h1>${text.inCourse.title}</h1>
      ${searchForm(view.here, query, text.inCourse.label, text.submit)} ${query !== "" && results(page, view)}`,
  });
};

const results = (page: PageContext, { query, lectures, notes }: CourseSearchView): Markup => {
  const { notes: text } = textFor(page.locale);
  const { kind: kinds } = textFor(page.locale).learn.course;
  const isFound = lectures.length + notes.length > 0;
  return html`<p class="prose soft after" role="status">
      ${fill(isFound ? text.inCourse.found : text.inCourse.nothing, { query: foreign(query) })}
    </p>
    ${
      lectures.length !== 0 &&
      html`<section>
        <h2>${text.inCourse.lectures}</h2>
        <ul class="note-list">
          ${lectures.map(
            ({ href, title, kind, section, excerpt }) =>
              html`<li class="my-note">
                <div class="note-head">
                  ${href === null ? html`<strong>${foreign(title)}</strong>` : html`<a href="${href}">${foreign(title)}</a>`}
                </div>
                <p class="soft">${kinds[kind]} · ${foreign(section)}</p>
                ${excerpt !== null && html`<p class="foreign">${excerpt}</p>`}
              </li>`,
          )}
        </ul>
      </section>`
    }
    ${
      notes.length !== 0 &&
      html`<section>
        <h2>${text.title}</h2>
        <ul class="note-list">
          ${notes.map((note) => html`<li class="my-note">${noteLines(page, note, { hasCourse: false })}</li>`)}
        </ul>
      </section>`
    }`;
};
