import { table } from "#database/table/table.ts";
import { type Interval, secondsOf, unionOf } from "#domain/learning/progress/watched-intervals.ts";
import type { Context } from "#domain/platform/context.ts";
import { mustGet } from "#lib/collections/must-get.ts";
import type { Pair } from "./pair.ts";
import { earliest, latest } from "./combined-terms.ts";
import { removeProgress } from "#domain/learning/progress/queries.ts";

interface Progress {
  id: string;
  lectureId: string;
  positionSeconds: number;
  watchedSeconds: number;
  completedAt: Date | null;
  completionDecidedAt: Date | null;
  firstOpenedAt: Date;
  updatedAt: Date;
  watchedIntervals: Interval[] | null;
  watchStartedAt: Date | null;
  countedWatchedSeconds: number;
}

/** Gives the progress of one enrollment to another. A lecture that is completed in one of them stays completed. */
export async function combineProgress(context: Context, { ownId, theirId }: Pair): Promise<void> {
  const { db, site, now } = context;
  const [own, theirs] = [await listProgress(context, ownId), await listProgress(context, theirId)];
  const byLecture = new Map(own.map((progress) => [progress.lectureId, progress]));
  const doubles = theirs.filter(({ lectureId }) => byLecture.has(lectureId));
  if (doubles.length > 0) {
    await removeProgress(
      context,
      theirId,
      doubles.map(({ lectureId }) => lectureId),
    );
    await storeCombined(
      context,
      doubles.map((double) => combined(mustGet(byLecture, double.lectureId), double)),
    );
  }
  await db.run`
    update lecture_progress set enrollment_id = ${ownId}, recorded_at = greatest(recorded_at, ${now})
     where site_id = ${site.id} and enrollment_id = ${theirId}`;
  await db.run`
    delete from progress_reports as theirs using progress_reports as own
     where theirs.site_id = ${site.id} and theirs.enrollment_id = ${theirId}
       and own.site_id = ${site.id} and own.enrollment_id = ${ownId} and own.id = theirs.id`;
  await db.run`
    update progress_reports set enrollment_id = ${ownId}
     where site_id = ${site.id} and enrollment_id = ${theirId}`;
}

const listProgress = ({ db, site }: Context, enrollmentId: string): Promise<Progress[]> =>
  db.many<Progress>`
    select id, lecture_id, position_seconds, watched_seconds, completed_at, completion_decided_at, first_opened_at,
           updated_at, watched_intervals, watch_started_at, counted_watched_seconds
      from lecture_progress where site_id = ${site.id} and enrollment_id = ${enrollmentId} order by id`;

function combined(own: Progress, theirs: Progress): Progress {
  const later = own.updatedAt >= theirs.updatedAt ? own : theirs;
  const intervals = unionOf(own.watchedIntervals ?? [], theirs.watchedIntervals ?? []);
  return {
    ...own,
    positionSeconds: later.positionSeconds,
    watchedSeconds: Math.max(own.watchedSeconds, theirs.watchedSeconds, secondsOf(intervals)),
    completedAt: earliest([own.completedAt, theirs.completedAt]),
    completionDecidedAt: latest([own.completionDecidedAt, theirs.completionDecidedAt]),
    firstOpenedAt: earliest([own.firstOpenedAt, theirs.firstOpenedAt]) ?? own.firstOpenedAt,
    updatedAt: later.updatedAt,
    watchedIntervals: (own.watchedIntervals ?? theirs.watchedIntervals) ? intervals : null,
    watchStartedAt: earliest([own.watchStartedAt, theirs.watchStartedAt]),
    // The analytics counted the seconds of both. They subtract what both watched.
    countedWatchedSeconds: own.countedWatchedSeconds + theirs.countedWatchedSeconds,
  };
}

async function storeCombined({ db, site, now }: Context, progress: readonly Progress[]): Promise<void> {
  await db.run`
    update lecture_progress as stored
       set position_seconds = changed.position_seconds, watched_seconds = changed.watched_seconds,
           completed_at = changed.completed_at, completion_decided_at = changed.completion_decided_at,
           first_opened_at = changed.first_opened_at, updated_at = changed.updated_at,
           watched_intervals = changed.watched_intervals, watch_started_at = changed.watch_started_at,
           counted_watched_seconds = changed.counted_watched_seconds, recorded_at = ${now}
      from ${table("lecture_progress").changed(site.id, progress)}
     where stored.site_id = changed.site_id and stored.id = changed.id`;
}
