import type { SiteScope } from "#domain/platform/context.ts";
import type { Chunk, Counted } from "#domain/platform/rollups/add-up.ts";
import { countEnrollments } from "./count-enrollments.ts";
import { countEvents, countRegistrations } from "./count-events.ts";
import { countCertificates, countComments, countQuizAttempts } from "./count-learning.ts";
import { countMembers } from "./count-members.ts";
import { countProgress } from "./count-progress.ts";
import { countOrders, countRefunds } from "./count-sales.ts";
import { countSubscriptions } from "./count-subscriptions.ts";
import type { Countable } from "./uncounted.ts";
import { nilUuid } from "#lib/ids/nil-uuid.ts";

/** Counts a chunk of a table's rows, each statement atomically. Returns the number. */
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

/** Takes some tenths of a second and bounds memory. */
const rowsPerStatement = 2000;

/**
 * Adds uncounted rows of a site's table to the rollups. Returns false if time ran out first. Each statement continues
 * in the index of uncounted rows after the last id: counted rows stay in it until vacuum, and a plan for few rows
 * would scan all of them.
 */
export async function countTable(scope: SiteScope, table: Countable, isUp: () => boolean, limit = rowsPerStatement) {
  for (let after = nilUuid; !isUp();) {
    const counted = await scope.db.attempt(async (db) => {
      await db.run`set local enable_bitmapscan = off`;
      await db.run`set local enable_sort = off`;
      return counts[table]({ ...scope, db }, { limit, after });
    });
    if (!counted?.last) return true;
    after = counted.last;
  }
  return false;
}
