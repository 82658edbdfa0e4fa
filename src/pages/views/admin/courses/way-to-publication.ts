import { html, raw } from "hono/html";

import type { courseStatuses } from "#domain/catalog/courses/course.ts";

import { textFor } from "../../../text/catalogue.ts";
import { fillPlain, type Markup } from "../../parts/markup.ts";
import type { AdminPage } from "../layout.ts";
import type { enAdminCourse } from "../../../text/en/admin-course.ts";

/** The next step of a draft course: a missing part, or its publication. */
interface WayStep {
  name: keyof (typeof enAdminCourse)["checks"] | "publish";
  /** The place where it is done, if the person may go there. */
  href: string | undefined;
}

/** The status of a course, with the next step to its publication. */
export interface CourseWay {
  status: (typeof courseStatuses)[number];
  /** Undefined unless the course is a draft. */
  step: WayStep | undefined;
}

const labelOf = ({ locale }: AdminPage, { name }: WayStep): string => {
  const { checklist: text, checks } = textFor(locale).admin.course;
  return fillPlain(text.next, { step: name === "publish" ? text.publishCourse : checks[name] });
};

/** The button for the next step. Empty without one. */
export const stepButton = (page: AdminPage, { step }: CourseWay): Markup =>
  step?.href === undefined ? raw("") : html`<a class="button primary" href="${step.href}">${labelOf(page, step)}</a>`;

/** Says that a course is a draft, with its next step. Empty for other courses. `here`: the address of the page. */
export const wayToPublication = (page: AdminPage, way: CourseWay, here: string): Markup => {
  const { step } = way;
  if (!step) return raw("");
  const { checklist: text } = textFor(page.locale).admin.course;
  const isHere = step.href === here;
  return html`<div class="notice draft-of-lecture">
    <p>${text.isDraft} ${isHere ? html`<strong>${labelOf(page, step)}</strong>` : raw("")}</p>
    ${isHere ? raw("") : stepButton(page, way)}
  </div>`;
};
