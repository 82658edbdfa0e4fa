import * as z from "zod";
import { Id, parseId } from "#domain/platform/ids.ts";
import { Instant } from "#domain/platform/time/instant.ts";
import { Problem } from "#domain/platform/problem.ts";
import { wireReader } from "#domain/transfer/imports/read-wire.ts";
import { asRecord } from "#lib/json/is-record.ts";
import { writablePart } from "../compare-rows.ts";
import { labelOf, type SiteImport } from "../site-import.ts";
import { type FormerPlace, restoreLastLectures } from "#domain/learning/progress/store-progress.ts";

const Place = z.object({
  lastLectureId: Id("lecture").nullable(),
  lastPositionSeconds: z.number().int().min(0).max(1_000_000).nullable(),
  lastActivityAt: Instant,
});
const read = wireReader(Place);

const rowsPerStatement = 500;

/** Restores the lecture at which each student stopped, and the time of the latest activity. */
export async function importLastLectures(run: SiteImport): Promise<void> {
  const places: FormerPlace[] = [];
  for await (const archived of run.archive.rows("enrollments")) {
    const id = parseId("enrollment", run.ids.get(archived["id"]) ?? "");
    const progress = asRecord(archived["progress"]);
    if (id === undefined || typeof progress["last_activity_at"] !== "string") continue;
    const place = read(writablePart(await run.ids.translate(progress), Place));
    if (place instanceof Problem) {
      run.report(`enrollments ${labelOf(archived)}`, place.message, place.code);
      continue;
    }
    places.push({ id, ...place });
    if (places.length < rowsPerStatement) continue;
    await restore(run, places.splice(0));
  }
  if (places.length > 0) await restore(run, places);
}

const restore = ({ context }: SiteImport, places: readonly FormerPlace[]): Promise<void> =>
  context.db.transaction((db) => restoreLastLectures({ ...context, db }, places));
