import { html, raw } from "hono/html";

import type { courseStatuses } from "#domain/catalog/courses/course.ts";

import { textFor } from "../../../text/catalogue.ts";
import { fillPlain, type Markup } from "../../parts/markup.ts";
import type { AdminPage } from "../layout.ts";
import type { Catalogue } from "../../../text/catalogue-type.ts";

type Checks = Catalogue["admin"]["course"]["checks"];

/** The next step of a draft course: a missing part, an unfinished section or lecture, or the publication. */
interface WayStep {
  name: keyof Checks | "section" | "draft" | "publish";
  /** Title of the unfinished section or lecture. */
  title?: string;
  /** The place where it is done, if the person may go there. */
  href: string | undefined;
}

/** The status of a course, with the next step to its publication. */
export interface CourseWay {
  status: (typeof courseStatuses)[number];
  /** Undefined unless the course is a draft. */
  step: WayStep | undefined;
  /** The place where the course is published as it is, while a part of it is unfinished. */
  publishing?: string | undefined;
}

const labelOf = ({ locale }: AdminPage, { name, title = "" }: WayStep): string => {
  const { checklist: text, checks } = textFor(locale).admin.course;
  const textsOfSteps = { publish: text.publishCourse, section: text.fillSection, draft: text.finishDraft };
  const step = name === "publish" || name === "section" || name === "draft" ? textsOfSteps[name] : checks[name];
  return fillPlain(text.next, { step: fillPlain(step, { title }) });
};

/** The button for the next step. Empty without one. */
export const stepButton = (page: AdminPage, { step }: CourseWay): Markup =>
  step?.href === undefined ? raw("") : html`<a class="button primary" href="${step.href}">${labelOf(page, step)}</a>`;

/** The plain link to the publication of a course that is unfinished. Empty for others. */
export const publishingLink = ({ locale }: AdminPage, { publishing }: CourseWay): Markup =>
  publishing === undefined
    ? raw("")
    : html`<a href="${publishing}">${textFor(locale).admin.course.checklist.publishAsItIs}</a>`;

/** Says that a course is a draft, with its next step. Empty for other courses. `here`: the address of the page. */
export const wayToPublication = (page: AdminPage, way: CourseWay, here: string): Markup => {
  const { step } = way;
  if (!step) return raw("");
  const { checklist: text } = textFor(page.locale).admin.course;
  const isHere = step.href === here;
  return html`<div class="notice draft-of-lecture">
    <p>${text.isDraft} ${isHere && html`<strong>${labelOf(page, step)}</strong>`}</p>
    ${!isHere && stepButton(page, way)} ${publishingLink(page, way)}
  </div>`;
};
