import type { SiteScope } from "#domain/platform/context.ts";
import type { Chunk, Counted } from "./add-up.ts";
import { countEnrollments } from "./count-enrollments.ts";
import { countEvents, countRegistrations } from "./count-events.ts";
import { countCertificates, countComments, countQuizAttempts } from "./count-learning.ts";
import { countMembers } from "./count-members.ts";
import { countProgress } from "./count-progress.ts";
import { countOrders, countRefunds } from "./count-sales.ts";
import { countSubscriptions } from "./count-subscriptions.ts";
import type { Countable } from "./uncounted.ts";

/** Counts some rows of a table, each statement all or nothing, and says how many. */
type Count = (scope: SiteScope, chunk: Chunk) => Promise<Counted | undefined>;

const counts: Record<Countable, Count> = {
  enrollments: countEnrollments,
  lecture_progress: countProgress,
  quiz_attempts: countQuizAttempts,
  certificates: countCertificates,
  members: countMembers,
  orders: countOrders,
  refunds: countRefunds,
  subscriptions: countSubscriptions,
  event_registrations: countRegistrations,
  events: countEvents,
  comments: countComments,
};

/** Rows of one statement: some tenths of a second, and a bound to what it holds in memory. */
const chunk = 2000;

/** Before every id. */
const none = "00000000-0000-0000-0000-000000000000";

/**
 * Adds up what is not counted yet of a table of a site. False where it had to leave some when time was up. Each step
 * goes on in the index of those rows where the last one stopped: what was counted stands there until it is vacuumed,
 * and a plan made while there were few would gather all of them.
 */
export async function countTable(scope: SiteScope, table: Countable, isUp: () => boolean, most = chunk) {
  for (let after = none; !isUp();) {
    const counted = await scope.db.attempt(async (db) => {
      await db.run`set local enable_bitmapscan = off`;
      await db.run`set local enable_sort = off`;
      return counts[table]({ ...scope, db }, { most, after });
    });
    if (!counted?.last) return true;
    after = counted.last;
  }
  return false;
}
