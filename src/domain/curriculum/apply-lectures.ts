import { createHash } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import type { Context } from "#domain/context.ts";
import { formatId } from "#domain/ids.ts";
import { validationFailed } from "#domain/problem.ts";
import type { Changes } from "./change.ts";
import { type LectureSummaryRecord, writableLecture } from "./lecture.ts";
import { differing, givenOf, type Match, matchNodes, unmatched } from "./match-nodes.ts";
import { movedAmong } from "./place.ts";
import * as queries from "./queries.ts";
import type { SectionRecord } from "./section.ts";
import type { LectureNode, SectionNode } from "./tree-nodes.ts";

const fields = Object.keys(writableLecture) as (keyof typeof writableLecture)[];
const wire = (id: string) => formatId("lecture", id);

export type LectureMatch = Match<LectureNode, LectureSummaryRecord>;

/** Makes the lectures of a course those of the tree, each in its section and place. */
export async function applyLectures(
  context: Context,
  courseId: string,
  sections: readonly Match<SectionNode, SectionRecord>[],
  held: readonly LectureSummaryRecord[],
  changes: Changes,
): Promise<LectureMatch[]> {
  const placed = sections.flatMap(({ node, pointer }) =>
    node.lectures.map((lecture, index) => ({
      node: lecture,
      pointer: `${pointer}/lectures/${index}`,
      parentId: courseId,
    })),
  );
  const lectures = await matchNodes(context, "lecture", placed, held, (lecture) => lecture.courseId);
  const digests = await digestsOf(context, lectures);

  const queue = [...lectures];
  for (const section of sections) {
    const inside = queue.splice(0, section.node.lectures.length);
    for (const [position, lecture] of inside.entries()) {
      await applyLecture(context, { courseId, sectionId: section.id, position }, lecture, digests, changes);
    }
    await arrange(context, section.id, inside, held, changes);
  }
  for (const { id } of unmatched(held, lectures)) {
    await queries.updateLecture(context, id, { deletedAt: context.now }, context.now);
    changes.removed.push(wire(id));
  }
  return lectures;
}

type Place = { courseId: string; sectionId: string; position: number };

async function applyLecture(
  context: Context,
  { courseId, sectionId, position }: Place,
  { id, node, held, comesBack, pointer }: LectureMatch,
  digests: ReadonlyMap<string, string | null>,
  changes: Changes,
): Promise<void> {
  const given = givenOf(node, fields);
  if (held) {
    const { bodyMarkdown, ...others } = given;
    const isOtherBody = bodyMarkdown !== undefined && digestOf(bodyMarkdown) !== digests.get(id);
    const changed = { ...differing(held, others), ...(isOtherBody && { bodyMarkdown }) };
    const moves = held.sectionId !== sectionId;
    if (moves) changes.moved.push(wire(id));
    if (Object.keys(changed).length > 0) changes.changed.push(wire(id));
    else if (!moves) return;
    await queries.updateLecture(context, id, { ...changed, ...(moves && { sectionId, position }) }, context.now);
    return;
  }
  if (comesBack) {
    await queries.updateLecture(context, id, { ...given, sectionId, position, deletedAt: null }, context.now);
  } else {
    const { title, kind } = node;
    if (title === undefined) throw validationFailed(`${pointer}/title`, "required", "A new lecture needs a title.");
    if (kind === undefined) throw validationFailed(`${pointer}/kind`, "required", "A new lecture needs a kind.");
    const lecture = { ...given, id, courseId, sectionId, title, kind, position };
    await queries.insertLecture(context, lecture, context.now);
  }
  changes.added.push(wire(id));
}

async function arrange(
  context: Context,
  sectionId: string,
  inside: readonly LectureMatch[],
  held: readonly LectureSummaryRecord[],
  changes: Changes,
): Promise<void> {
  const before = held.filter((lecture) => lecture.sectionId === sectionId).map(({ id }) => id);
  const after = inside.map(({ id }) => id);
  if (isDeepStrictEqual(before, after)) return;
  await queries.arrangeLectures(context, after, context.now);
  changes.moved.push(...movedAmong(before, after).map(wire));
}

/** Texts are compared by their digests: those of a whole course would be too much to read. */
async function digestsOf(context: Context, lectures: readonly LectureMatch[]): Promise<Map<string, string | null>> {
  const ids = lectures.filter(({ held, node }) => held && node.bodyMarkdown !== undefined).map(({ id }) => id);
  return new Map((await queries.listBodyDigests(context, ids)).map(({ id, digest }) => [id, digest]));
}

const digestOf = (text: string | null): string | null =>
  text === null ? null : createHash("md5").update(text).digest("hex");
