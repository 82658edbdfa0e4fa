import type { Context } from "#domain/context.ts";
import type { AttachmentRecord } from "#domain/curriculum/attachment.ts";
import { listAttachmentsIn } from "#domain/curriculum/attachment-queries.ts";
import { completionOf, type LectureSummaryRecord } from "#domain/curriculum/lecture.ts";
import { listSections, listSummaries } from "#domain/curriculum/queries.ts";
import type { AttachmentNode, LectureNode, SectionNode } from "#domain/curriculum/tree-nodes.ts";
import type { Video } from "#domain/curriculum/video.ts";
import type * as z from "zod";
import type { LectureContent, ToldCourse } from "./course-content.ts";
import type { CourseFiles } from "./course-files.ts";
import { matchParts } from "#domain/whole-course/match-parts.ts";
import type { AttachmentMatter } from "./matter.ts";
import { withFiles } from "./video-matter.ts";

/** The tree of a course as its folder says it, each part with the id of the one that it is. */
export async function nodesOf(
  context: Context,
  courseId: string,
  { sections }: Pick<ToldCourse, "sections">,
  files: CourseFiles,
): Promise<SectionNode[]> {
  const heldSections = await listSections(context, courseId);
  const order = new Map(heldSections.map(({ id }, index) => [id, index]));
  const heldLectures = (await listSummaries(context, courseId)).sort(
    (one, other) => order.get(one.sectionId)! - order.get(other.sectionId)!,
  );
  const attachments = Map.groupBy(
    await listAttachmentsIn(
      context,
      heldLectures.map(({ id }) => id),
    ),
    ({ lectureId }) => lectureId,
  );
  const sectionIds = matchParts(
    sections.map(({ name, matter: { title, externalId } }) => ({ name, title, externalId })),
    heldSections.map(({ id, title, externalId }) => ({ id, title, externalId })),
  );
  const lectureIds = matchParts(
    sections.flatMap(({ lectures }, index) =>
      lectures.map(({ name, matter: { title, externalId } }) => ({
        name,
        title,
        externalId,
        parentId: sectionIds[index] ?? `new ${index}`,
      })),
    ),
    heldLectures.map(({ id, title, externalId, sectionId }) => ({ id, title, externalId, parentId: sectionId })),
  );
  const heldById = new Map(heldLectures.map((lecture) => [lecture.id, lecture]));

  const nodes: SectionNode[] = [];
  let next = 0;
  for (const [index, section] of sections.entries()) {
    const lectures: LectureNode[] = [];
    for (const lecture of section.lectures) {
      const id = lectureIds[next++];
      const held = id === undefined ? undefined : { ...heldById.get(id)!, attachments: attachments.get(id) ?? [] };
      lectures.push(await lectureNode(context, lecture, held, files));
    }
    const id = sectionIds[index];
    nodes.push({ ...(id !== undefined && { id }), ...section.matter, lectures });
  }
  return nodes;
}

type HeldLecture = LectureSummaryRecord & { attachments: AttachmentRecord[] };

async function lectureNode(
  context: Context,
  { matter, body }: LectureContent,
  held: HeldLecture | undefined,
  files: CourseFiles,
): Promise<LectureNode> {
  const { video, attachments, completionRule = completionOf(matter.kind), ...fields } = matter;
  return {
    ...(held && { id: held.id }),
    ...fields,
    completionRule,
    bodyMarkdown: body,
    video: video && (await videoOf(context, video, held?.video ?? null, files)),
    attachments: await attachmentNodes(context, attachments, held?.attachments ?? [], files),
  };
}

async function videoOf(
  context: Context,
  video: NonNullable<LectureContent["matter"]["video"]>,
  held: LectureSummaryRecord["video"],
  files: CourseFiles,
): Promise<z.output<typeof Video>> {
  const ids = new Map<string, string>();
  const find = async (path: string, heldId: string | undefined) => {
    if (!ids.has(path)) ids.set(path, await files.idOf(context, path, heldId ?? null));
  };
  if (video.file !== undefined) await find(video.file, held?.fileId);
  for (const [index, { file }] of video.captions.entries()) await find(file, held?.captions[index]?.fileId);
  return withFiles(video, (path) => ids.get(path)!);
}

/** An attachment is the one with its external id, else the one with its title, else the one in its place. */
async function attachmentNodes(
  context: Context,
  attachments: readonly AttachmentMatter[],
  held: readonly AttachmentRecord[],
  files: CourseFiles,
): Promise<AttachmentNode[]> {
  const ids = matchParts(
    attachments.map(({ title, externalId }, index) => ({ name: String(index + 1), title, externalId })),
    held.map(({ id, title, externalId }) => ({ id, title, externalId })),
  );
  const nodes: AttachmentNode[] = [];
  for (const [index, { file, ...attachment }] of attachments.entries()) {
    const id = ids[index];
    const heldFile = held.find((one) => one.id === id)?.fileId ?? null;
    const fileId = file === null ? null : await files.idOf(context, file, heldFile);
    nodes.push({ ...(id !== undefined && { id }), ...attachment, fileId });
  }
  return nodes;
}
