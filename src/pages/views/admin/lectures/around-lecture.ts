import { html, raw } from "hono/html";

import { formatId } from "#domain/platform/ids.ts";

import { outlineAddress } from "../../../admin/courses/addresses.ts";
import { textFor } from "../../../text/catalogue.ts";
import { notice } from "../../parts/fields.ts";
import { fill, fillPlain, foreign, type Markup } from "../../parts/markup.ts";
import { type CourseWay, publishingLink, stepButton } from "../courses/way-to-publication.ts";
import type { AdminPage } from "../layout.ts";

interface Neighbor {
  id: string;
  title: string;
  kind: string;
}

/** The place of a lecture in its course. */
export interface PlaceOfLecture {
  course: { id: string; name: string; isDraft: boolean };
  section: string;
  isPublished: boolean;
  number: number;
  count: number;
  previous: Neighbor | null;
  next: Neighbor | null;
  /** The way of the course to its publication, after the last lecture. */
  way: CourseWay | undefined;
}

const neighborLink = (template: string, neighbor: Neighbor | null, look = "", editor = "edit"): Markup =>
  neighbor === null
    ? raw("")
    : html`<a
        ${look !== "" && html`class="${look}"`}
        href="/admin/lectures/${formatId("lecture", neighbor.id)}/${editor}"
        ><span>${fill(template, { title: foreign(neighbor.title) })}</span></a
      >`;

/** Editors of the content of a lecture, which can publish it too. */
const editors: Readonly<Record<string, string>> = {
  quiz: "quiz/edit",
  assignment: "assignment/edit",
};

const outlineOf = ({ course }: PlaceOfLecture): string => outlineAddress(formatId("course", course.id));

/** The place of a lecture, with the ways to its neighbors and to the outline. `isSaved`: the next steps have some. */
export const aroundLecture = ({ locale }: AdminPage, place: PlaceOfLecture, isSaved = false): Markup => {
  const text = textFor(locale).admin.lectures;
  const { section, number, count, previous, next } = place;
  return html`<nav class="around-lecture" aria-label="${text.around}">
    <span class="soft"
      >${fill(text.place, { number: String(number), count: String(count), section: foreign(section) })}</span
    >
    ${!isSaved && html`<a href="${outlineOf(place)}">${text.toOutline}</a>`} ${neighborLink(text.previous, previous)}
    ${!isSaved && neighborLink(text.next, next)}
  </nav>`;
};

/** Says what was saved, and if students see it. */
export const savedNotice = (
  { locale }: AdminPage,
  saved: string,
  { place, isPublication }: { place: PlaceOfLecture; isPublication: boolean },
): Markup => {
  const text = textFor(locale).admin.lectures;
  if (!place.isPublished) return notice(saved);
  if (place.course.isDraft) return notice(fillPlain(text.whenCoursePublished, { saved }));
  return notice(isPublication ? fillPlain(text.studentsSeeIt, { saved }) : saved);
};

/** The ways on after a lecture or its exercise was saved. */
export const nextSteps = (page: AdminPage, place: PlaceOfLecture): Markup => {
  const text = textFor(page.locale).admin.lectures;
  return html`<ul class="acts">
    ${place.isPublished && place.way?.step?.href !== undefined && html`<li>${stepButton(page, place.way)}</li>`}
    ${place.next !== null && html`<li>${neighborLink(text.next, place.next, "button secondary", editors[place.next.kind])}</li>`}
    <li><a class="button secondary" href="${outlineOf(place)}">${text.toOutline}</a></li>
    ${place.isPublished && place.way?.publishing !== undefined && html`<li>${publishingLink(page, place.way)}</li>`}
  </ul>`;
};
