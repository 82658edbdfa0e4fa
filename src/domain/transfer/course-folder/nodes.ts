import type { Context } from "#domain/platform/context.ts";
import type { AttachmentRecord } from "#domain/catalog/curriculum/attachments/attachment.ts";
import { completionOf, type LectureSummaryRecord } from "#domain/catalog/curriculum/lectures/lecture.ts";
import type { AttachmentNode, LectureNode, SectionNode } from "#domain/catalog/curriculum/tree/tree-nodes.ts";
import type { Video } from "#domain/catalog/curriculum/lectures/video.ts";
import type * as z from "zod";
import { type LectureContent, type CourseDocument, type SectionContent, withPrompts } from "./course-content.ts";
import type { CourseFiles } from "./course-files.ts";
import { type ExistingLecture, matchAttachments, matchTree } from "#domain/transfer/whole-course/match-tree.ts";
import { withAddresses } from "./body-links.ts";
import { mustGet } from "#lib/collections/must-get.ts";
import { zip } from "#lib/zip/zip.ts";
import { type AttachmentMatter, withFiles } from "./course-front-matter.ts";

/** Converts the sections of a course folder to nodes, each with the ID of the existing node that it matches. */
export async function nodesOf(
  context: Context,
  courseId: string,
  { sections }: Pick<CourseDocument, "sections">,
  files: CourseFiles,
): Promise<SectionNode[]> {
  const incoming = sections.map((section) => ({ ...partOf(section), lectures: section.lectures.map(partOf) }));
  const matched = await matchTree(context, courseId, incoming);
  const target = { courseId, lectures: lectureIds(sections, matched) };
  const nodes: SectionNode[] = [];
  for (const [section, { id, lectures: existing }] of zip(sections, matched)) {
    const lectures: LectureNode[] = [];
    for (const [lectureIndex, lecture] of section.lectures.entries()) {
      lectures.push(await lectureNode(context, lecture, { existing: existing[lectureIndex], files, target }));
    }
    nodes.push({ ...(id !== undefined && { id }), ...section.matter, lectures });
  }
  return nodes;
}

/** The IDs of the existing lectures by external ID. */
const lectureIds = (
  sections: readonly SectionContent[],
  matched: Awaited<ReturnType<typeof matchTree>>,
): Map<string, string> =>
  new Map(
    zip(sections, matched).flatMap(([section, { lectures }]) =>
      section.lectures.flatMap(({ matter: { externalId } }, index): [string, string][] => {
        const id = lectures[index]?.id;
        return id === undefined || externalId === null ? [] : [[externalId, id]];
      }),
    ),
  );

interface LectureOrigin {
  existing: ExistingLecture | undefined;
  files: CourseFiles;
  target: { courseId: string; lectures: ReadonlyMap<string, string> };
}

const partOf = ({ name, matter: { title, externalId } }: Pick<LectureContent, "name"> & { matter: Titled }) => ({
  name,
  title,
  externalId,
});
type Titled = { title: string; externalId: string | null };

async function lectureNode(
  context: Context,
  { matter, body }: LectureContent,
  { existing, files, target }: LectureOrigin,
): Promise<LectureNode> {
  const { video, attachments, quiz, completionRule = completionOf(matter), ...fields } = matter;
  const attached = await attachmentNodes(context, attachments, existing?.attachments ?? [], files);
  const targets = { ...target, files: fileIds(attachments, attached) };
  return {
    ...(existing && { id: existing.id }),
    ...fields,
    completionRule,
    quiz: withPrompts(quiz, (prompt) => withAddresses(prompt, targets)),
    bodyMarkdown: body === null ? null : withAddresses(body, targets),
    video: video && (await videoOf(context, video, existing?.video ?? null, files)),
    attachments: attached,
  };
}

/** The IDs of the attached files by path. */
const fileIds = (attachments: readonly AttachmentMatter[], nodes: readonly AttachmentNode[]): Map<string, string> =>
  new Map(
    zip(attachments, nodes).flatMap(([{ file }, { fileId }]): [string, string][] =>
      file === null || !fileId ? [] : [[file, fileId]],
    ),
  );

async function videoOf(
  context: Context,
  video: NonNullable<LectureContent["matter"]["video"]>,
  existing: LectureSummaryRecord["video"],
  files: CourseFiles,
): Promise<z.output<typeof Video>> {
  const ids = new Map<string, string>();
  const find = async (path: string, existingId: string | undefined) => {
    if (!ids.has(path)) ids.set(path, await files.idOf(context, path, existingId ?? null));
  };
  if (video.file !== undefined) await find(video.file, existing?.fileId);
  for (const [index, { file }] of video.captions.entries()) await find(file, existing?.captions[index]?.fileId);
  return withFiles(video, (path) => mustGet(ids, path));
}

async function attachmentNodes(
  context: Context,
  attachments: readonly AttachmentMatter[],
  existing: readonly AttachmentRecord[],
  files: CourseFiles,
): Promise<AttachmentNode[]> {
  const matched = matchAttachments(attachments, existing);
  const nodes: AttachmentNode[] = [];
  for (const [index, { file, ...attachment }] of attachments.entries()) {
    const matchedAttachment = matched[index];
    const fileId = file === null ? null : await files.idOf(context, file, matchedAttachment?.fileId ?? null);
    nodes.push({ ...(matchedAttachment && { id: matchedAttachment.id }), ...attachment, fileId });
  }
  return nodes;
}
