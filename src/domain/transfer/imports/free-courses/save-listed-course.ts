import { takeAddress } from "#domain/platform/addresses/move-address.ts";
import type { Context } from "#domain/platform/context.ts";
import type { CourseRow } from "#domain/catalog/courses/course.ts";
import {
  findCourseByExternalId,
  findCourseBySlug,
  insertCourse,
  lockCourse,
  updateCourse,
} from "#domain/catalog/courses/queries.ts";
import { relate } from "#domain/catalog/courses/relations.ts";
import { insertAttachment } from "#domain/catalog/curriculum/attachments/attachment-queries.ts";
import { insertLecture, insertSection } from "#domain/catalog/curriculum/queries.ts";
import { freeSlug } from "#domain/platform/free-slug.ts";
import { formatId, newId } from "#domain/platform/ids.ts";
import { recordEvent } from "#domain/platform/outbox/record-event.ts";
import { mustExist } from "#domain/platform/must-exist.ts";
import { RetryableProblem } from "#domain/platform/problem.ts";
import { changesIn } from "../changes.ts";
import { categoriesOf } from "./categories.ts";
import { cut } from "../cut.ts";
import { type ListedCourse, maxNote } from "./listed-course.ts";

/** Creates the course or updates it from the list. Local decisions (slug, status, categories) are kept. */
export async function saveListedCourse(
  context: Context,
  listed: ListedCourse,
): Promise<"created" | "updated" | "unchanged"> {
  const desired = fieldsOf(listed);
  const existing = await findCourseByExternalId(context, listed.externalId);
  if (!existing) {
    await create(context, listed, desired);
    return "created";
  }
  const changes = changesIn(existing, desired);
  if (!changes) return "unchanged";
  await updateCourse(context, await mustExist(lockCourse(context, { id: existing.id })), changes, context.now);
  await tell(context, "course.updated", existing.id);
  return "updated";
}

const source = "https://github.com/EbookFoundation/free-programming-books";

type Followed = Pick<CourseRow, "name" | "subtitle" | "descriptionMarkdown" | "language" | "metadata"> & {
  externalId: string;
};

function fieldsOf({ externalId, name, note, address, language }: ListedCourse): Followed {
  const license = "CC BY 4.0";
  return {
    externalId,
    name,
    subtitle: note === "" ? null : cut(note, maxNote),
    descriptionMarkdown: `<${address}>\n\nListed in [free-programming-books](${source}), ${license}.\n`,
    language,
    metadata: { source, license, url: cut(address, 500) },
  };
}

async function create(context: Context, listed: ListedCourse, desired: Followed): Promise<void> {
  const { now } = context;
  const { name, address, externalId } = listed;
  const isTaken = async (slug: string) => (await findCourseBySlug(context, slug)) !== undefined;
  const course = { id: newId(), ...desired, slug: await freeSlug(context, name, "course", isTaken) };
  const published = { status: "published" as const, publishedAt: now, lectureCount: 1 };
  if (!(await insertCourse(context, { ...course, ...published }, now))) {
    throw new RetryableProblem("conflict", "The same course was created concurrently. Import it again.");
  }
  await takeAddress(context, "course", course.slug);
  await relate(context, course.id, { categoryIds: await categoriesOf(context, listed.headingPaths) });

  const courseId = course.id;
  const section = { id: newId(), courseId, title: name, position: 0, status: "published" as const, externalId };
  await insertSection(context, section, now);
  const lecture = {
    id: newId(),
    courseId,
    sectionId: section.id,
    title: name,
    position: 0,
    isPreview: true,
    externalId,
  };
  await insertLecture(context, { ...lecture, kind: "link" }, now);
  const attachment = { id: newId(), lectureId: lecture.id, title: name, position: 0, externalUrl: address, externalId };
  await insertAttachment(context, { ...attachment, kind: "link", downloadable: false }, now);
  await tell(context, "course.created", courseId);
}

const tell = (context: Context, type: "course.created" | "course.updated", courseId: string): Promise<void> => {
  const id = formatId("course", courseId);
  return recordEvent(context, { type, objectId: id, data: { id, object: "course" } });
};
