import type { Context } from "#domain/platform/context.ts";
import { formatId } from "#domain/platform/ids.ts";
import { Outcome } from "#domain/platform/outcome.ts";
import type { OutboxEvent } from "#domain/platform/outbox/outbox-event.ts";
import type { LectureSummaryRecord } from "./lectures/lecture.ts";
import type { SectionRecord } from "./sections/section.ts";
import { notifyStudents } from "./openings/notify-students.ts";
import { raiseCurriculum } from "./tree/tree-version.ts";

/** Wire IDs of the sections, lectures and attachments that a change affects. */
export interface Changes {
  added: string[];
  removed: string[];
  moved: string[];
  changed: string[];
}

export interface Change extends Changes {
  /** Wire ID. */
  courseId: string;
  /** Version of the curriculum after the change. */
  version: number;
  /** Lectures that become visible with this change. */
  opened: string[];
  /** The change of the course that a lecture has left. */
  left?: Change;
}

export const noChanges = (): Changes => ({ added: [], removed: [], moved: [], changed: [] });

/**
 * Increments the curriculum version, recomputes the course totals and notifies its students. The facts of the outcome
 * are the data of the event.
 */
export async function conclude<Answer>(
  context: Context,
  courseId: string,
  changes: Partial<Changes> & { opened?: readonly string[] },
  answer: () => Answer | Promise<Answer>,
): Promise<Outcome<Answer, Change>> {
  const version = await raiseCurriculum(context, courseId);
  await notifyStudents(context, courseId, changes.opened ?? []);
  const opened = (changes.opened ?? []).map((id) => formatId("lecture", id));
  const facts: Change = { ...noChanges(), ...changes, opened, courseId: formatId("course", courseId), version };
  return new Outcome(await answer(), { facts });
}

/** Concludes a change to the content of one lecture. */
export const concludeLecture = <Answer>(
  context: Context,
  { id, courseId }: Pick<LectureSummaryRecord, "id" | "courseId">,
  answer: () => Answer | Promise<Answer>,
): Promise<Outcome<Answer, Change>> => conclude(context, courseId, { changed: [formatId("lecture", id)] }, answer);

/** Returns true if the status of the lecture and its section makes the lecture visible to students. */
export const isOpen = (
  lecture: Pick<LectureSummaryRecord, "status">,
  section: Pick<SectionRecord, "status">,
): boolean => lecture.status === "published" && section.status === "published";

/** Returns one event per changed course and one per lecture that became visible. */
export function eventsOf(changes: readonly Change[]): OutboxEvent[] {
  const ofCourse = Map.groupBy(changes, ({ courseId }) => courseId);
  return [...ofCourse].flatMap(([courseId, parts]) => {
    const all = (field: keyof Changes | "opened") => [...new Set(parts.flatMap((part) => part[field]))];
    const version = parts.at(-1)?.version;
    const [added, removed, moved, changed] = [all("added"), all("removed"), all("moved"), all("changed")];
    const object = "curriculum_change";
    const data = { object, course_id: courseId, version, added, removed, moved, changed };
    return [
      { type: "curriculum.updated" as const, objectId: courseId, data },
      ...all("opened").map((id) => ({
        type: "lecture.published" as const,
        objectId: id,
        data: { id, object: "lecture", course_id: courseId },
      })),
    ];
  });
}

/** Returns the events of an operation that calls `conclude`. */
export const curriculumEvents = (_input: unknown, _output: unknown, change: Change | undefined): OutboxEvent[] =>
  change ? eventsOf(change.left ? [change.left, change] : [change]) : [];
