import type { SiteScope } from "#domain/platform/context.ts";
import type { AttachmentRecord } from "#domain/catalog/curriculum/attachments/attachment.ts";
import { listAttachmentsIn } from "#domain/catalog/curriculum/attachments/attachment-queries.ts";
import type { LectureSummaryRecord } from "#domain/catalog/curriculum/lectures/lecture.ts";
import { listSections, listSummaries } from "#domain/catalog/curriculum/queries.ts";
import { pause } from "#lib/event-loop/pause.ts";
import { type Existing, matchParts, type IncomingItem } from "./match-parts.ts";

/** A section or lecture whose source may know its ID. */
export type DocumentPart = Omit<IncomingItem, "parentId"> & { id?: string | undefined };

export type ExistingLecture = LectureSummaryRecord & { attachments: AttachmentRecord[] };

/** A matched section with its ID and its matched lectures. Undefined means new. */
interface MatchedSection {
  id: string | undefined;
  lectures: (ExistingLecture | undefined)[];
}

/** Matches the sections and lectures of a source to the existing ones. */
export async function matchTree(
  scope: SiteScope,
  courseId: string,
  incoming: readonly (DocumentPart & { lectures: readonly DocumentPart[] })[],
): Promise<MatchedSection[]> {
  const sections = await listSections(scope, courseId);
  const order = new Map(sections.map(({ id }, index) => [id, index]));
  const sectionOrderOf = ({ sectionId }: { sectionId: string }): number => order.get(sectionId) ?? order.size;
  const lectures = (await listSummaries(scope, courseId)).sort(
    (one, other) => sectionOrderOf(one) - sectionOrderOf(other),
  );
  const ids = lectures.map(({ id }) => id);
  const attachments = Map.groupBy(await listAttachmentsIn(scope, ids), ({ lectureId }) => lectureId);
  const existingById = new Map(
    lectures.map((lecture) => [lecture.id, { ...lecture, attachments: attachments.get(lecture.id) ?? [] }]),
  );

  const sectionIds = await inSlices(matchIncoming(incoming, sections));
  const placed = incoming.flatMap((section, index) =>
    section.lectures.map((lecture) => ({ ...lecture, parentId: sectionIds[index] ?? `new ${index}` })),
  );
  const existing = lectures.map(({ id, title, externalId, sectionId }) => ({
    id,
    title,
    externalId,
    parentId: sectionId,
  }));
  const lectureIds = (await inSlices(matchIncoming(placed, existing))).values();
  return incoming.map((section, index) => ({
    id: sectionIds[index],
    lectures: section.lectures.map(() => existingById.get(lectureIds.next().value ?? "")),
  }));
}

/** Matches attachments by external ID, then by title, then by position. */
export function matchAttachments(
  incoming: readonly Omit<DocumentPart, "name">[],
  existing: readonly AttachmentRecord[],
): (AttachmentRecord | undefined)[] {
  const named = incoming.map((one, index) => ({ ...one, name: String(index + 1) }));
  const matching = matchIncoming(named, existing);
  let step = matching.next();
  while (!step.done) step = matching.next();
  return step.value.map((id) => existing.find((one) => one.id === id));
}

/** Matches items that have an ID first, so that nothing else matches them. */
function* matchIncoming(
  incoming: readonly (DocumentPart & IncomingItem)[],
  existing: readonly Existing[],
): Generator<undefined, (string | undefined)[]> {
  const named = new Set(incoming.map(({ id }) => id));
  const open = incoming.filter(({ id }) => id === undefined);
  const free = existing
    .filter(({ id }) => !named.has(id))
    .map(({ id, title, externalId, parentId }) => ({ id, title, externalId, parentId }));
  const matched = yield* matchParts(open, free);
  const matchedIds = new Map(matched.map((id, index) => [open[index], id]));
  return incoming.map((one) => one.id ?? matchedIds.get(one));
}

/** Runs a computation in steps, and lets the event loop turn between them. */
async function inSlices<Result>(steps: Generator<undefined, Result>): Promise<Result> {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    const turn = pause();
    if (turn) await turn;
  }
}
