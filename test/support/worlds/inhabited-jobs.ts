import { newId } from "#domain/platform/ids.ts";
import { keepPiece } from "#domain/platform/jobs/job-pieces.ts";
import { insertJob, insertResults } from "#domain/platform/jobs/job-queries.ts";
import { now } from "../clock.ts";
import { database } from "../databases/database.ts";
import type { AMember, ASite } from "../world.ts";

/** An import of this name that reads the site's newest file, with a failed row and a chunk of its result. */
export async function insertJobs(site: ASite, { id: memberId }: AMember, name: string): Promise<void> {
  const context = site.context();
  const file = await database.first<{ id: string; objectId: string }>`
    select id, object_id from files where site_id = ${site.site.id} and deleted_at is null order by id desc limit 1`;
  const source = { fileId: file!.id, objectId: file!.objectId };
  const job = { id: newId(), kind: "import" as const, format: "course_folder", memberId, ...source };
  await insertJob(context, { ...job, status: "succeeded", finishedAt: now(), metadata: { name } }, now());
  const result = {
    id: newId(),
    rowNumber: 1,
    name: `${name}.md:1`,
    error: { code: "validation_failed", detail: name },
    made: null,
    warnings: null,
  };
  await insertResults(context, job.id, [result], now());
  const size = { storedSize: 1, byteSize: 1, crc32: 0, nextCursor: null };
  await keepPiece(context, job.id, { number: 1, name, objectId: source.objectId, ...size });
}
