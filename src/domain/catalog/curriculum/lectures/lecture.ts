import { isDeepStrictEqual } from "node:util";
import * as z from "zod";
import { patchSchemaOf } from "#domain/platform/merge-patch/changes-of.ts";
import { roles } from "#access/roles.ts";
import { ExternalId, Html, Markdown, Metadata, Name, WebAddress } from "#domain/platform/fields.ts";
import { Id } from "#domain/platform/ids.ts";
import { Instant, WrittenInstant } from "#domain/platform/time/instant.ts";
import { unrenderedHtml } from "#lib/markdown/unrendered.ts";
import { partStatuses, Position, Drip } from "#domain/catalog/curriculum/sections/section.ts";
import { versionedResource } from "#domain/platform/versioned.ts";
import { Video } from "./video.ts";

/** Time and address of a live lecture. */
export const LiveSession = z
  .object({ startsAt: WrittenInstant, endsAt: WrittenInstant.optional(), url: WebAddress })
  .check(({ value: { startsAt, endsAt }, issues }) => {
    if (endsAt === undefined || endsAt > startsAt) return;
    issues.push({ code: "custom", input: endsAt, path: ["endsAt"], message: "The end must be after the start." });
  })
  .meta({
    id: "LiveSession",
    description: "When and where a lecture of kind `live` takes place",
    examples: [{ starts_at: "2027-03-01T19:00:00.000Z", url: "https://meet.example/stars" }],
  });
export type LiveSession = z.output<typeof LiveSession>;

export const lectureKinds = ["video", "audio", "text", "pdf", "quiz", "assignment", "live", "scorm", "link"] as const;

/** The event that completes a lecture: viewing, watching, passing the quiz, submitting, or marking it as done. */
const CompletionRule = z
  .discriminatedUnion("kind", [
    z.object({ kind: z.literal("view") }),
    z.object({ kind: z.literal("watch_percent"), percent: z.number().int().min(1).max(100) }),
    z.object({ kind: z.literal("pass_quiz") }),
    z.object({ kind: z.literal("submit") }),
    z.object({ kind: z.literal("manual") }),
  ])
  .meta({ id: "CompletionRule" });

/** Client-writable lecture fields, except the position. */
export const writableLecture = {
  title: Name,
  kind: z.enum(lectureKinds),
  status: z.enum(partStatuses),
  /** Visible to everyone who can see the course. */
  isPreview: z.boolean(),
  /** Counts towards course completion. */
  required: z.boolean(),
  bodyMarkdown: Markdown.nullable(),
  durationSeconds: z.number().int().min(0).max(1_000_000).nullable(),
  video: Video.nullable(),
  /** For the kind live. */
  live: LiveSession.nullable(),
  completionRule: CompletionRule,
  drip: Drip.nullable(),
  /** Minimum role to see the lecture. */
  minRole: z.enum(roles).nullable(),
  externalId: ExternalId.nullable(),
  metadata: Metadata,
};

/** A lecture: a video, text, quiz or assignment. */
export const Lecture = versionedResource("lecture", {
  courseId: Id("course"),
  sectionId: Id("section"),
  ...writableLecture,
  bodyHtml: Html.nullable(),
  position: Position,
  createdAt: Instant,
  updatedAt: Instant,
});

/** A lecture in a list, without its text unless requested. */
export const LectureSummary = Lecture.extend({
  bodyMarkdown: Lecture.shape.bodyMarkdown.optional(),
  bodyHtml: Lecture.shape.bodyHtml.optional(),
}).meta({ id: "LectureSummary" });

export const NewLectureFields = z
  .object({ ...writableLecture, position: Position })
  .partial()
  .required({ title: true, kind: true })
  .extend({ sectionId: Id("section") });

export const LectureChanges = patchSchemaOf({ ...writableLecture, sectionId: Id("section"), position: Position });

/** A stored lecture. */
export interface LectureRecord extends Omit<z.output<typeof Lecture>, "object"> {
  version: number;
}

export type LectureSummaryRecord = Omit<LectureRecord, "bodyMarkdown" | "bodyHtml">;

/** Absent fields get the default of their column or of the lecture kind. */
export type NewLecture = Pick<LectureRecord, "id" | "courseId" | "sectionId" | "title" | "position" | "kind"> &
  Partial<LectureRecord>;

interface Completable {
  kind: LectureRecord["kind"];
  video?: { provider?: string | undefined } | null | undefined;
}

/**
 * Returns the default completion rule of a lecture. Players of other providers report nothing, so their videos are
 * completed by viewing the page.
 */
export function completionOf({ kind, video }: Completable): LectureRecord["completionRule"] {
  if (kind === "quiz") return { kind: "pass_quiz" };
  const isPlayedHere = video != null && (video.provider === undefined || video.provider === "hls");
  if (isPlayedHere && (kind === "video" || kind === "audio")) return { kind: "watch_percent", percent: 90 };
  return { kind: kind === "assignment" ? "submit" : "view" };
}

type Ruled = Completable & Pick<LectureRecord, "completionRule">;

/** Kinds of lectures that a rule needs. Others fit every kind. */
const kindsOfRule: Partial<Record<LectureRecord["completionRule"]["kind"], readonly LectureRecord["kind"][]>> = {
  pass_quiz: ["quiz"],
  submit: ["assignment"],
  watch_percent: ["video", "audio"],
};

/**
 * Adds the completion rule to changes that make another kind of lecture, or give it another video, without naming a
 * rule: a default stays the default, and a rule that the kind cannot fulfill is replaced.
 */
export function withCompletion<Changes extends Partial<Ruled>>(existing: Ruled, changes: Changes): Changes {
  if (changes.completionRule !== undefined || !("kind" in changes || "video" in changes)) return changes;
  const next = { ...existing, ...changes };
  const isDefault = isDeepStrictEqual(existing.completionRule, completionOf(existing));
  const fits = kindsOfRule[existing.completionRule.kind]?.includes(next.kind) ?? true;
  const completionRule = completionOf(next);
  if (isDeepStrictEqual(existing.completionRule, completionRule) || (fits && !isDefault)) return changes;
  return { ...changes, completionRule };
}

export const serializeSummary = (lecture: LectureSummaryRecord) => ({ object: "lecture" as const, ...lecture });

export const serializeLecture = (lecture: LectureRecord) => ({
  ...serializeSummary(lecture),
  ...serializeBody(lecture),
});

/** The text of a lecture. */
export type LectureBody = Pick<LectureRecord, "bodyMarkdown" | "bodyHtml">;

export const serializeBody = ({ bodyMarkdown, bodyHtml }: LectureBody): LectureBody => ({
  bodyMarkdown,
  bodyHtml: bodyHtml ?? (bodyMarkdown === null ? null : unrenderedHtml(bodyMarkdown)),
});
