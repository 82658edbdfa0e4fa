import type { Enrollment } from "#domain/learning/enrollments/enrollment.ts";
import type { Unlocked } from "#domain/learning/progress/course-progress.ts";

/** The fields of an enrollment that depend on both, if two enrollments in one course become one. */
export interface Terms extends Omit<Enrollment, "id" | "studentId" | "courseId"> {
  sourceId: string | null;
  planId: string | null;
  revokeReason: string | null;
  revokedFor: string | null;
  unlocked: Unlocked;
  deletedAt: Date | null;
  lastLectureId: string | null;
  lastPositionSeconds: number | null;
  lastActivityAt: Date | null;
  lastWatchedAt: Date | null;
}

/** The most keys of `Metadata`. */
const maxKeys = 50;

/** Combines the enrollments of two members. The one that gives access, and gives it longer, decides on the access. */
export function combineTerms(own: Terms, theirs: Terms, now: Date): Terms {
  const access = compareAccess(own, theirs, now) >= 0 ? own : theirs;
  const lasting = [own, theirs].filter(({ deletedAt }) => deletedAt === null);
  const counted = lasting.length === 0 ? [own] : lasting;
  const areOpen = [own, theirs].every((each) => isOpen(each, now));
  const completedAt = earliest(counted.map((each) => each.completedAt));
  const startsAt = (areOpen ? earliest([own.startsAt, theirs.startsAt]) : null) ?? access.startsAt;
  const seen = timeOf(own.lastWatchedAt ?? own.lastActivityAt) >= timeOf(theirs.lastWatchedAt ?? theirs.lastActivityAt);
  const lastSeen = seen ? own : theirs;
  return {
    ...access,
    status: isOpen(access, now) ? openStatus(completedAt, startsAt, now) : access.status,
    startsAt,
    enrolledAt: earliest(counted.map((each) => each.enrolledAt)) ?? access.enrolledAt,
    completedAt,
    externalId: own.externalId ?? theirs.externalId,
    metadata: Object.fromEntries(Object.entries({ ...own.metadata, ...without(theirs, own) }).slice(0, maxKeys)),
    unlocked: unite(own.unlocked, theirs.unlocked),
    lastLectureId: lastSeen.lastLectureId,
    lastPositionSeconds: lastSeen.lastPositionSeconds,
    lastActivityAt: latest([own.lastActivityAt, theirs.lastActivityAt]),
    lastWatchedAt: latest([own.lastWatchedAt, theirs.lastWatchedAt]),
  };
}

type Access = Pick<Terms, "status" | "expiresAt" | "deletedAt">;

const isOpen = ({ status, expiresAt, deletedAt }: Access, now: Date): boolean =>
  deletedAt === null && status !== "revoked" && status !== "expired" && (expiresAt === null || expiresAt > now);

function openStatus(completedAt: Date | null, startsAt: Date, now: Date): Terms["status"] {
  if (completedAt !== null) return "completed";
  return startsAt > now ? "scheduled" : "active";
}

/** Positive if the first one gives more access, 0 if both give the same. */
function compareAccess(one: Access, other: Access, now: Date): number {
  return rank(one, now) - rank(other, now) || compareEnds(one.expiresAt, other.expiresAt);
}

function rank(access: Access, now: Date): number {
  if (access.deletedAt !== null) return 0;
  if (isOpen(access, now)) return 3;
  return access.status === "revoked" ? 1 : 2;
}

/** Null: never. */
function compareEnds(one: Date | null, other: Date | null): number {
  if (one === null || other === null) return Number(one === null) - Number(other === null);
  return one.getTime() - other.getTime();
}

const without = ({ metadata }: Terms, own: Terms): Record<string, string> =>
  Object.fromEntries(Object.entries(metadata).filter(([key]) => !Object.hasOwn(own.metadata, key)));

function unite(one: Unlocked, other: Unlocked): Unlocked {
  if (one === null || other === null) return one ?? other;
  if ("all" in one || "all" in other) return { all: true };
  return {
    sectionIds: [...new Set([...one.sectionIds, ...other.sectionIds])],
    lectureIds: [...new Set([...one.lectureIds, ...other.lectureIds])],
  };
}

const timeOf = (at: Date | null): number => at?.getTime() ?? -Infinity;

const sorted = (times: readonly (Date | null)[]): Date[] =>
  times.filter((at) => at !== null).toSorted((a, b) => a.getTime() - b.getTime());
export const earliest = (times: readonly (Date | null)[]): Date | null => sorted(times)[0] ?? null;
export const latest = (times: readonly (Date | null)[]): Date | null => sorted(times).at(-1) ?? null;
