import { runJob } from "#domain/background/run-job.ts";
import { parseId } from "#domain/platform/ids.ts";
import { later } from "../../support/clock.ts";
import { database } from "../../support/databases/database.ts";
import { storage } from "../../support/worlds/storage.ts";
import type { AnExport } from "./exported.ts";
import { anOperator, type Operator } from "./operator.ts";

export const scopes = "school:read school:write members:read students:read orders:read events:read comments:read";
export const members = { resources: ["members"], format: "ndjson" };

/** A school whose export takes more than one chunk. */
export async function aSchool(count = 1450): Promise<Operator> {
  const operator = await anOperator(scopes);
  const { id } = operator.site.site;
  await database.pool.query(
    `with people as (
       insert into accounts (id, email, email_key, created_at, updated_at)
       select gen_random_uuid(), name, name, moment, moment
         from (select 'p' || n || '-' || $1::text || '@example.test' as name,
                      timestamptz '2026-01-01' + n * interval '1 minute' as moment
                 from generate_series(1, $2::integer) as n) as names
       returning id, email, created_at)
     insert into members (site_id, id, account_id, email, email_key, name, roles, status, joined_at, created_at, updated_at)
     select $1::uuid, gen_random_uuid(), id, email, email, '=1+1', '{student}', 'active', created_at, created_at, created_at
       from people`,
    [id, count],
  );
  return operator;
}

/** Runs the job like a process that is stopped or killed while it works: one chunk is stored. */
export const onePiece = (operator: Operator, job: Pick<AnExport, "id">) =>
  runExport(operator, job, AbortSignal.abort());

export async function runExport(
  { site }: Operator,
  { id }: Pick<AnExport, "id">,
  stopping = new AbortController().signal,
) {
  const log = { info() {}, warn() {}, error() {} };
  const options = { db: database, storage, clock: () => new Date(), log, stopping, isLast: false };
  await later(0, () => runJob({ siteId: site.site.id, jobId: parseId("job", id)! }, options));
}

export const objectsOf = async ({ site }: Operator) =>
  (
    await database.pool.query<{ released: boolean }>(
      "select released_at is not null as released from stored_objects where site_id = $1 order by id",
      [site.site.id],
    )
  ).rows.map(({ released }) => released);
