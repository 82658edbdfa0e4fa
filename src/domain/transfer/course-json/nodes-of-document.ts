import type { Context } from "#domain/platform/context.ts";
import type { LectureNode, SectionNode } from "#domain/catalog/curriculum/tree/tree-nodes.ts";
import { formatId } from "#domain/platform/ids.ts";
import type { Warning } from "#domain/platform/jobs/job.ts";
import { type ExistingLecture, matchAttachments, matchTree } from "#domain/transfer/whole-course/match-tree.ts";
import { partName, withPartIds } from "#domain/transfer/whole-course/part-name.ts";
import { zip } from "#lib/zip/zip.ts";

/** The document's files that exist at this site, and a callback for warnings about the others. */
interface Files {
  known: ReadonlySet<string>;
  warn: (warning: Warning) => void;
}

/**
 * Converts the sections of a document to nodes, each with the ID of the existing node that it matches. If a file does
 * not exist at this site, an existing node keeps its current file and a new node gets none; both cause a warning.
 */
export async function nodesOfDocument(
  context: Context,
  courseId: string,
  sections: readonly SectionNode[],
  files: Files,
): Promise<SectionNode[]> {
  const incoming = sections.map((section, index) => ({
    ...partOf(section, index, sections.length),
    lectures: section.lectures.map((lecture, location) => partOf(lecture, location, section.lectures.length)),
  }));
  const matched = await matchTree(context, courseId, incoming);
  return zip(sections, matched).map(([section, { id, lectures: existing }], index) => {
    const lectures = section.lectures.map((lecture, location) =>
      lectureNode(lecture, existing[location], { ...files, pointer: `/sections/${index}/lectures/${location}` }),
    );
    return { ...section, ...(id !== undefined && { id }), lectures };
  });
}

const partOf = ({ id, title = "", externalId = null }: LectureNode | SectionNode, index: number, count: number) => ({
  id,
  name: partName(title, index, count),
  title,
  externalId,
});

type NodeLocation = Files & { pointer: string };

function lectureNode(node: LectureNode, existing: ExistingLecture | undefined, location: NodeLocation): LectureNode {
  return {
    ...node,
    ...(existing && { id: existing.id }),
    ...(node.quiz && { quiz: withPartIds(node.quiz) }),
    ...(node.video && { video: videoOf(node.video, existing, location) }),
    ...(node.attachments && { attachments: attachmentsOf(node.attachments, existing, location) }),
  };
}

function videoOf(
  video: NonNullable<LectureNode["video"]>,
  existing: ExistingLecture | undefined,
  location: NodeLocation,
) {
  const { known, pointer } = location;
  if (video.fileId !== undefined && !known.has(video.fileId)) {
    if (existing?.video) return undefined;
    lacking(location, `${pointer}/video/file_id`, video.fileId, "the lecture has no video");
    return null;
  }
  const captions = video.captions.filter(({ fileId }, index) => {
    if (known.has(fileId)) return true;
    lacking(location, `${pointer}/video/captions/${index}/file_id`, fileId, "these captions are skipped");
    return false;
  });
  return { ...video, captions };
}

function attachmentsOf(
  attachments: NonNullable<LectureNode["attachments"]>,
  existing: ExistingLecture | undefined,
  location: NodeLocation,
): NonNullable<LectureNode["attachments"]> {
  const incoming = attachments.map(({ id, title = "", externalId = null }) => ({ id, title, externalId }));
  const matched = matchAttachments(incoming, existing?.attachments ?? []);
  return attachments.flatMap((attachment, index) => {
    const matchedAttachment = matched[index];
    const node = { ...attachment, ...(matchedAttachment && { id: matchedAttachment.id }) };
    if (!attachment.fileId || location.known.has(attachment.fileId)) return [node];
    if (matchedAttachment?.fileId) return [{ ...node, fileId: undefined }];
    const pointer = `${location.pointer}/attachments/${index}/file_id`;
    lacking(location, pointer, attachment.fileId, "the attachment is skipped");
    return [];
  });
}

function lacking({ warn }: NodeLocation, location: string, fileId: string, consequence: string): void {
  const file = formatId("file", fileId);
  warn({
    place: location,
    detail: `There is no file ${file} at this site: ${consequence}. Upload the file and use its new ID.`,
  });
}
