import { hash } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import type { Context } from "#domain/platform/context.ts";
import { formatId } from "#domain/platform/ids.ts";
import { validationFailed } from "#domain/platform/problem.ts";
import type { Changes } from "#domain/catalog/curriculum/change.ts";
import {
  type LectureSummaryRecord,
  type NewLecture,
  withCompletion,
  writableLecture,
} from "#domain/catalog/curriculum/lectures/lecture.ts";
import { differing, serializeFields, type Match, matchNodes, unmatched } from "./match-nodes.ts";
import { movedAmong } from "#domain/catalog/curriculum/ordering.ts";
import { moveLectures } from "#domain/catalog/curriculum/ordering-queries.ts";
import * as queries from "#domain/catalog/curriculum/queries.ts";
import { filesOfVideo } from "#domain/catalog/curriculum/lectures/video-files.ts";
import { requireFiles } from "#domain/files/files/references/require-files.ts";
import type { SectionRecord } from "#domain/catalog/curriculum/sections/section.ts";
import { pause } from "#lib/event-loop/pause.ts";
import { typedKeys } from "#lib/json/typed-object.ts";
import type { LectureNode, SectionNode } from "./tree-nodes.ts";

const fields = typedKeys(writableLecture);
const wire = (id: string) => formatId("lecture", id);

export type LectureMatch = Match<LectureNode, LectureSummaryRecord>;

/** Creates, updates, moves and deletes lectures so that the course matches the tree. */
export async function applyLectures(
  context: Context,
  courseId: string,
  sections: readonly Match<SectionNode, SectionRecord>[],
  existing: readonly LectureSummaryRecord[],
  changes: Changes,
): Promise<LectureMatch[]> {
  const placed = sections.flatMap(({ node, pointer }) =>
    node.lectures.map((lecture, index) => ({
      node: lecture,
      pointer: `${pointer}/lectures/${index}`,
      parentId: courseId,
    })),
  );
  const lectures = await matchNodes(context, "lecture", placed, existing, (lecture) => lecture.courseId);
  await requireFiles(
    context,
    lectures.flatMap(({ node, existing, pointer }) => filesOfVideo(node.video, existing?.video, `${pointer}/video`)),
  );
  const digests = await digestsOf(context, lectures);

  const existingIn = Map.groupBy(existing, ({ sectionId }) => sectionId);
  const queue = [...lectures];
  const added: NewLecture[] = [];
  const places: LecturePosition[] = [];
  for (const section of sections) {
    const inside = queue.splice(0, section.node.lectures.length);
    for (const [position, lecture] of inside.entries()) {
      const turn = pause();
      if (turn) await turn;
      const target = { id: lecture.id, sectionId: section.id, position };
      if (lecture.existing || lecture.isRestored) await applyKnown(context, lecture, target, digests, changes);
      else added.push(newLecture(courseId, lecture, target, changes));
    }
    places.push(...arrange(section.id, inside, existingIn.get(section.id) ?? [], changes));
  }
  if (added.length > 0) await queries.insertLectures(context, added, context.now);
  if (places.length > 0) await moveLectures(context, places, context.now);
  const gone = unmatched(existing, lectures).map(({ id }) => id);
  if (gone.length > 0) await queries.deleteLectures(context, gone, context.now);
  changes.removed.push(...gone.map(wire));
  return lectures;
}

type LecturePosition = { id: string; sectionId: string; position: number };

async function applyKnown(
  context: Context,
  { id, node, existing }: LectureMatch,
  { sectionId, position }: LecturePosition,
  digests: ReadonlyMap<string, string | null>,
  changes: Changes,
): Promise<void> {
  const input = serializeFields(node, fields);
  if (!existing) {
    changes.added.push(wire(id));
    return queries.updateLecture(context, id, { ...input, sectionId, position, deletedAt: null }, context.now);
  }
  if (existing.sectionId !== sectionId) changes.moved.push(wire(id));
  const { bodyMarkdown, ...others } = input;
  const isOtherBody = bodyMarkdown !== undefined && digestOf(bodyMarkdown) !== digests.get(id);
  const changed = withCompletion(existing, { ...differing(existing, others), ...(isOtherBody && { bodyMarkdown }) });
  if (Object.keys(changed).length === 0) return;
  changes.changed.push(wire(id));
  await queries.updateLecture(context, id, changed, context.now);
}

function newLecture(
  courseId: string,
  { node, pointer }: LectureMatch,
  target: LecturePosition,
  changes: Changes,
): NewLecture {
  const { title, kind } = node;
  if (title === undefined) throw validationFailed(`${pointer}/title`, "required", "A new lecture requires a title.");
  if (kind === undefined) throw validationFailed(`${pointer}/kind`, "required", "A new lecture requires a kind.");
  changes.added.push(wire(target.id));
  return { ...serializeFields(node, fields), ...target, courseId, title, kind };
}

/** Returns the new positions of a section's lectures, or nothing if their order is unchanged. */
function arrange(
  sectionId: string,
  inside: readonly LectureMatch[],
  existing: readonly LectureSummaryRecord[],
  changes: Changes,
): LecturePosition[] {
  const before = existing.map(({ id }) => id);
  const after = inside.map(({ id }) => id);
  if (isDeepStrictEqual(before, after)) return [];
  changes.moved.push(...movedAmong(before, after).map(wire));
  return after.map((id, position) => ({ id, sectionId, position }));
}

/** Compares texts by digest, because loading the texts of a whole course takes too much memory. */
async function digestsOf(context: Context, lectures: readonly LectureMatch[]): Promise<Map<string, string | null>> {
  const ids = lectures.filter(({ existing, node }) => existing && node.bodyMarkdown !== undefined).map(({ id }) => id);
  return new Map((await queries.listBodyDigests(context, ids)).map(({ id, digest }) => [id, digest]));
}

const digestOf = (text: string | null): string | null => (text === null ? null : hash("md5", text, "hex"));
