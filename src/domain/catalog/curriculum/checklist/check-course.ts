import { hasLegibleColors } from "#domain/site/appearance/queries.ts";
import type { CourseRecord } from "#domain/catalog/courses/course.ts";
import { countForPublishing } from "#domain/catalog/courses/queries.ts";
import { listFindings } from "#domain/catalog/curriculum/findings/list-findings.ts";
import { loadBodies, sizesOfBodies } from "#domain/catalog/curriculum/lectures/lecture-bodies.ts";
import type { LectureSummaryRecord } from "#domain/catalog/curriculum/lectures/lecture.ts";
import { listSections, listSummaries } from "#domain/catalog/curriculum/queries.ts";
import type { Context } from "#domain/platform/context.ts";
import { type Check, type CourseChecklist, requiredChecks } from "./checklist.ts";

const maxTextBytes = 4 * 1024 * 1024;

const maxNamedLectures = 5;

type Lectures = readonly LectureSummaryRecord[];

/** Returns the required checks that a course fails, in the order of the work. Reads no texts. */
export async function listMissing(context: Context, course: CourseRecord): Promise<CourseChecklist["checks"]> {
  const { price, lecture, content } = await checkRequired(context, course);
  return [price, lecture, content].filter(({ done }) => !done);
}

/** The first part of a course that is not finished: a section without lectures, or a lecture that is a draft. */
export type Unfinished = { kind: "section"; id: string; title: string } | { kind: "draft"; id: string; title: string };

/** Returns the first unfinished part, in the order of the course. */
export async function findUnfinished(context: Context, courseId: string): Promise<Unfinished | null> {
  const sections = await listSections(context, courseId);
  const lecturesOf = Map.groupBy(await listSummaries(context, courseId), ({ sectionId }) => sectionId);
  for (const { id, title } of sections) {
    const lectures = lecturesOf.get(id) ?? [];
    if (lectures.length === 0) return { kind: "section", id, title };
    const draft = lectures.find(({ status }) => status === "draft");
    if (draft) return { kind: "draft", id: draft.id, title: draft.title };
  }
  return null;
}

async function checkRequired(context: Context, { id: courseId, courseType }: CourseRecord) {
  const { plans } = await countForPublishing(context, courseId);
  const lectures = await lecturesInOrder(context, courseId);
  const visible = lectures.filter(({ isVisible }) => isVisible);
  const findings = await listFindings(context, courseId);
  const lacks = (...codes: readonly string[]): Lectures =>
    visible.filter(({ id }) => (findings.get(id) ?? []).some((code) => codes.includes(code)));
  return {
    lectures,
    visible,
    lacks,
    price: check("price", courseType !== "paid" || plans),
    lecture: check("lecture", visible.length > 0),
    content: ofLectures("content", lacks("empty", "no_address", "no_questions", "no_assignment")),
  };
}

/** Checks what a course needs before it is published. Reads at most 4 MiB of texts. */
export async function checkCourse(context: Context, course: CourseRecord): Promise<CourseChecklist> {
  const { lectures, visible, lacks, price, lecture, content } = await checkRequired(context, course);
  const texts = await checkTexts(context, visible);
  const { coverFileId, descriptionMarkdown, descriptionHtml, outcomes, lecturerIds } = course;

  const checks = [
    check("cover", coverFileId !== null),
    check("description", descriptionMarkdown.trim() !== ""),
    check("outcomes", outcomes.length > 0),
    check("lecturer", lecturerIds.length > 0),
    price,
    check("availability", course.availableUntil === null || course.availableUntil > context.now),
    lecture,
    ofLectures(
      "drafts",
      lectures.filter(({ isVisible }) => !isVisible),
    ),
    content,
    ofLectures("captions", lacks("no_captions")),
    ofLectures("alternative_text", texts.withoutAlternative, lacksAlternativeText(descriptionHtml)),
    ofLectures("heading_order", texts.withSkippedHeading, skipsHeading(descriptionHtml)),
    check("contrast", await hasLegibleColors(context)),
  ];
  return {
    object: "course_checklist",
    courseId: course.id,
    publishable: checks.every(({ required, done }) => done || !required),
    wholeCourse: texts.areAll,
    checks,
  };
}

const isRequired = (name: Check): boolean => requiredChecks.some((required) => required === name);

const check = (name: Check, done: boolean) => ({
  check: name,
  required: isRequired(name),
  done,
  lectureCount: 0,
  lectures: [],
});

/** Done if it concerns no lecture. `isElsewhere`: the description of the course has the problem. */
const ofLectures = (name: Check, lectures: Lectures, isElsewhere = false) => ({
  ...check(name, lectures.length === 0 && !isElsewhere),
  lectureCount: lectures.length,
  lectures: lectures.slice(0, maxNamedLectures).map(({ id, title }) => ({ id, title })),
});

/** The lectures of a course in its order, with their visibility to students. */
async function lecturesInOrder(context: Context, courseId: string) {
  const sections = await listSections(context, courseId);
  const lecturesOf = Map.groupBy(await listSummaries(context, courseId), ({ sectionId }) => sectionId);
  return sections.flatMap((section) =>
    (lecturesOf.get(section.id) ?? []).map((lecture) => ({
      ...lecture,
      isVisible: lecture.status === "published" && section.status === "published",
    })),
  );
}

/** Reads the texts of lectures in order, as many as fit. Texts that are not rendered yet are left out. */
async function checkTexts(context: Context, lectures: Lectures) {
  const sizes = await sizesOfBodies(
    context,
    lectures.map(({ id }) => id),
  );
  let size = 0;
  const read = lectures.filter(({ id }) => (size += sizes.get(id) ?? 0) <= maxTextBytes);
  const { bodies } = await loadBodies(
    context,
    read.map(({ id }) => id),
  );
  const htmlOf = ({ id }: LectureSummaryRecord) => bodies.get(id)?.bodyHtml ?? "";
  return {
    areAll: read.length === lectures.length,
    withoutAlternative: read.filter((lecture) => lacksAlternativeText(htmlOf(lecture))),
    withSkippedHeading: read.filter((lecture) => skipsHeading(htmlOf(lecture))),
  };
}

/** True if a picture of rendered HTML has no alternative text. */
const lacksAlternativeText = (html: string): boolean =>
  [...html.matchAll(/<img\b[^>]*>/g)].some(([image]) => {
    const [, text = ""] = /\salt="([^"]*)"/.exec(image) ?? [];
    return text.trim() === "";
  });

/** True if a heading of rendered HTML skips a level: screen readers list headings by level. */
function skipsHeading(html: string): boolean {
  const levels = [...html.matchAll(/<h([1-6])\b/g)].map(([, level]) => Number(level));
  return levels.some((level, index) => index > 0 && level > (levels[index - 1] ?? level) + 1);
}
