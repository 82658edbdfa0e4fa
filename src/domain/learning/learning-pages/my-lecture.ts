import * as z from "zod";
import type { Context } from "#domain/platform/context.ts";
import { listAttachmentsOf } from "#domain/catalog/curriculum/attachments/attachment-queries.ts";
import type { AttachmentRecord } from "#domain/catalog/curriculum/attachments/attachment.ts";
import { type LectureRecord, serializeLecture, type LiveSession } from "#domain/catalog/curriculum/lectures/lecture.ts";
import { findLecture } from "#domain/catalog/curriculum/queries.ts";
import { type Reference, ReferenceTo } from "#domain/platform/fields.ts";
import { formatId, Id, newId } from "#domain/platform/ids.ts";
import { operation } from "#domain/platform/operation.ts";
import { notFound } from "#domain/platform/problem.ts";
import { recordReport } from "#domain/learning/progress/record-report.ts";
import { publicFileUrl } from "#domain/files/files/file-address.ts";
import { showFiles, type FileSource, sourcesOf } from "#domain/files/files/references/show-files.ts";
import { filesOfVideo, type PlayableVideo, playableVideo } from "#domain/catalog/curriculum/lectures/playable-video.ts";
import { type LectureDiscussion, readLectureDiscussion } from "./my-comments.ts";
import { type Learner, type LearnersCourse, mayStart, requireLearner } from "./learner.ts";
import { type Lock, outlineFor, type OutlineLecture, type OutlineSection } from "./outline.ts";

/** An attachment of a lecture with the address of its file. */
interface MyAttachment extends Pick<
  AttachmentRecord,
  "id" | "kind" | "title" | "externalUrl" | "text" | "downloadable"
> {
  file: FileSource | null;
  /** True if the text of the lecture shows it. */
  isShown: boolean;
}

/** A lecture as a member sees it. A locked lecture has only its title. */
export interface MyLecture {
  course: LearnersCourse;
  section: string;
  lecture: OutlineLecture;
  lock: Lock | null;
  bodyHtml: string | null;
  video: PlayableVideo | null;
  live: LiveSession | null;
  attachments: MyAttachment[];
  positionSeconds: number;
  /** True if an enrollment exists that progress is recorded for. */
  isRecorded: boolean;
  /** True if a membership includes the course and the member has not started it, which records progress. */
  mayStart: boolean;
  /** Null if the lecture is locked. */
  completionRule: LectureRecord["completionRule"] | null;
  previous: OutlineLecture | null;
  next: OutlineLecture | null;
  /** Null if the lecture has no discussion, or it is not open to the member. */
  discussion: LectureDiscussion | null;
  /** The whole course, for navigation. */
  outline: OutlineSection[];
  /** True if the member teaches the course or manages the site. */
  isStaff: boolean;
  /** Cover of the course. */
  coverUrl: string | null;
  /** When the member completed the course. */
  courseCompletedAt: Date | null;
}

const aLecture = z.object({
  course: ReferenceTo("course"),
  lectureId: Id("lecture"),
  /** Lists only the thread of this comment. */
  commentId: Id("comment").optional(),
  /** Comment after which the page of the discussion starts. */
  afterId: Id("comment").optional(),
});

type DiscussionPage = Pick<z.output<typeof aLecture>, "commentId" | "afterId">;

export const showMyLecture = operation({
  name: "showMyLecture",
  summary: "Retrieve a lecture with the member's progress",
  reads: { only: ["session"] },
  input: aLecture,
  output: z.custom<MyLecture>(),
  async run(context, { course, lectureId, ...page }) {
    const lectureContext = await requireLectureContext(context, course, lectureId);
    return serialize(context, lectureContext, page);
  },
});

/**
 * Returns the lecture and records that an enrolled member opened it. Reading a page never completes a lecture, and
 * never enrolls.
 */
export const openMyLecture = operation({
  name: "openMyLecture",
  summary: "Open a lecture and record the visit",
  writes: { only: ["session"] },
  input: aLecture,
  output: z.custom<MyLecture>(),
  async run(context, { course, lectureId, ...page }) {
    const found = await requireLectureContext(context, course, lectureId);
    const { enrollment, isEnrolled } = found.learner;
    if (!enrollment || !isEnrolled || found.lecture.lock) return serialize(context, found, page);
    const event = { enrollmentId: enrollment.id, lectureId, kind: "opened", occurredAt: context.now } as const;
    await recordReport(context, { ...event, id: newId(), isVisit: true });
    return serialize(context, found, page);
  },
  unaudited: "not security-relevant: its events record it",
});

interface LectureContext extends Pick<MyLecture, "section" | "lecture" | "previous" | "next" | "outline"> {
  learner: Learner;
}

/** Throws `not_found` unless the member can see the lecture. */
export async function requireLectureContext(
  context: Context,
  course: Reference,
  lectureId: string,
): Promise<LectureContext> {
  return findLectureContext(context, await requireLearner(context, course), lectureId);
}

async function findLectureContext(context: Context, learner: Learner, lectureId: string): Promise<LectureContext> {
  const outline = await outlineFor(context, learner);
  const lectures = outline.flatMap((section) =>
    section.lectures.map((lecture) => ({ section: section.title, lecture })),
  );
  const index = lectures.findIndex(({ lecture }) => lecture.id === lectureId);
  const here = lectures[index];
  if (!here) throw notFound("lecture", formatId("lecture", lectureId), "in this course");
  const [previous, next] = [lectures[index - 1], lectures[index + 1]].map((each) => each?.lecture ?? null);
  return { learner, ...here, previous: previous ?? null, next: next ?? null, outline };
}

async function serialize(context: Context, lectureContext: LectureContext, page: DiscussionPage): Promise<MyLecture> {
  const { learner, lecture: outlined, ...around } = lectureContext;
  const { course, enrollment, isEnrolled, isStaff } = learner;
  const canStart = await mayStart(context, learner);
  const courseCompletedAt = enrollment?.completedAt ?? null;
  const coverUrl = publicFileUrl(context.site, course.coverFileId);
  const state = { isStaff, coverUrl, mayStart: canStart, courseCompletedAt };
  const commonFields = { course, ...state, lecture: outlined, lock: outlined.lock, ...around };
  const stored = await findLecture(context, outlined.id);
  if (outlined.lock || !stored) {
    const nothing = { bodyHtml: null, video: null, live: null, attachments: [], positionSeconds: 0, discussion: null };
    return { ...commonFields, ...nothing, isRecorded: false, completionRule: null };
  }
  const attachments = await listAttachmentsOf(context, outlined.id);
  return {
    ...commonFields,
    ...(await contentOf(context, serializeLecture(stored), attachments)),
    discussion: await readLectureDiscussion(context, learner, outlined.id, page),
    positionSeconds: enrollment ? await findPosition(context, enrollment.id, outlined.id) : 0,
    isRecorded: enrollment !== undefined && isEnrolled,
    completionRule: stored.completionRule,
  };
}

/** The content of a lecture, with the addresses of its files. The caller must have checked access to it. */
export async function contentOf(
  context: Context,
  { bodyHtml, video, live }: Pick<LectureRecord, "bodyHtml" | "video" | "live">,
  attachments: readonly AttachmentRecord[],
): Promise<Pick<MyLecture, "bodyHtml" | "video" | "live" | "attachments">> {
  const sources = await sourcesOf(context, [
    ...attachments.flatMap(({ fileId }) => fileId ?? []),
    ...filesOfVideo(video),
  ]);
  const body = bodyHtml === null ? null : showFiles(bodyHtml, sources);
  return {
    bodyHtml: body?.html ?? null,
    video: video && playableVideo(video, sources),
    live,
    attachments: attachments.map((attachment) => ({
      ...attachment,
      file: sources.get(attachment.fileId ?? "") ?? null,
      isShown: attachment.fileId !== null && body?.shown.has(attachment.fileId) === true,
    })),
  };
}

const findPosition = async ({ db, site }: Context, enrollmentId: string, lectureId: string): Promise<number> => {
  const progress = await db.first<{ positionSeconds: number }>`
    select position_seconds from lecture_progress
     where site_id = ${site.id} and enrollment_id = ${enrollmentId} and lecture_id = ${lectureId}`;
  return progress?.positionSeconds ?? 0;
};
