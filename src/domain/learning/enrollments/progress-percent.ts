import * as z from "zod";
import { sql } from "#database/statements/sql.ts";
import { all, indexedBy, matching } from "#domain/platform/listing/filters.ts";

const Percent = z.number().min(0).max(100);
const Bounds = z
  .object({ gte: Percent, gt: Percent, lte: Percent, lt: Percent, is: z.enum(["null", "not_null"]) })
  .partial();

const progress = sql`enrollments.progress_permille`;

/**
 * Filter by progress, such as `progress_percent[gte]=50`, for statements that read `enrollments`. Compares the stored
 * tenths of a percent (`storePercent`), which have an index, with the next tenth of a bound.
 */
export const progressPercent = matching(Bounds, ({ gte, gt, lte, lt, is }) => {
  const condition = all([
    gte === undefined ? undefined : sql`${progress} >= ${Math.ceil(gte * 10)}`,
    gt === undefined ? undefined : sql`${progress} > ${Math.floor(gt * 10)}`,
    lte === undefined ? undefined : sql`${progress} <= ${Math.floor(lte * 10)}`,
    lt === undefined ? undefined : sql`${progress} < ${Math.ceil(lt * 10)}`,
    // Every enrollment has a progress.
    is === "null" ? sql`false` : undefined,
  ]);
  return condition && indexedBy(progress, condition);
});
