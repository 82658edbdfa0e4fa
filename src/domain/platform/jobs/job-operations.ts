import * as z from "zod";
import { memberOf } from "#access/caller.ts";
import { sql, type Sql } from "#database/statements/sql.ts";
import type { Context } from "#domain/platform/context.ts";
import { formatId, Id } from "#domain/platform/ids.ts";
import { holdsScope } from "#domain/platform/callers/holds-scope.ts";
import { Instant } from "#domain/platform/time/instant.ts";
import { anyOf, changeTimes, exactly, range, withoutIndex } from "#domain/platform/listing/filters.ts";
import { listing, mapPage, pageSchemaOf } from "#domain/platform/listing/listing.ts";
import { mustExist } from "#domain/platform/must-exist.ts";
import { requireMayActOn, rolesAbove } from "#domain/platform/callers/role-rules.ts";
import { requireScopes } from "#domain/platform/callers/authorize.ts";
import { operation } from "#domain/platform/operation.ts";
import { invalidState, notFound } from "#domain/platform/problem.ts";
import { requireVersion } from "#domain/platform/version.ts";
import { finishJob } from "./finish-job.ts";
import {
  isUnderWay,
  Job,
  jobKinds,
  type JobRecord,
  JobResult,
  type JobResultRow,
  jobResultStatuses,
  jobStatuses,
} from "./job.ts";
import { isAboutPeople } from "./job-result.ts";
import { maySeeJob } from "./may-see-job.ts";
import { columns, findJob, lockJob, resultColumns, updateJob } from "./job-queries.ts";
import { serializeJob, serializeJobResult } from "./serialize-job.ts";

/** Scopes of the operations that start jobs. */
const ofStarters = ["school:write", "members:write", "coupons:write"] as const;

const jobs = listing<JobRecord>({
  kind: "job",
  table: sql`jobs`,
  columns,
  keepsDeleted: false,
  defaultSort: "-createdAt",
  sorts: { createdAt: "timestamptz", updatedAt: "timestamptz" },
  filters: {
    kind: anyOf(z.enum(jobKinds), sql`jobs.kind`),
    status: anyOf(z.enum(jobStatuses), sql`jobs.status`),
    dryRun: withoutIndex(exactly(z.boolean(), sql`jobs.dry_run`)),
    ...changeTimes(sql`jobs`),
    finishedAt: withoutIndex(range(Instant, sql`jobs.finished_at`)),
  },
});

export const listJobs = operation({
  name: "listJobs",
  summary: "List jobs",
  description: "Includes their progress.",
  reads: "school:read",
  input: jobs.input,
  output: pageSchemaOf(Job),
  run: async (context, input) =>
    mapPage(await jobs.page(context, input, { confine: [visibleJobs(context)] }), (job) => serializeJob(context, job)),
});

/** The file of an export can be downloaded by its address. */
async function leadsToPeople({ id }: { id: string }, context: Context): Promise<boolean> {
  const job = await findJob(context, id);
  return job !== undefined && isAboutPeople(context, job);
}

export const getJob = operation({
  name: "getJob",
  summary: "Retrieve a job",
  reads: { scope: "school:read", orForOwn: ofStarters },
  sensitive: { subject: "people", when: leadsToPeople },
  input: z.object({ id: Id("job") }),
  output: Job,
  run: async (context, { id }) => serializeJob(context, await requireJob(context, id)),
});

const results = listing<JobResultRow>({
  kind: "jobResult",
  table: sql`job_results`,
  columns: resultColumns,
  keepsDeleted: false,
  defaultSort: "rowNumber",
  sorts: { rowNumber: "integer" },
  filters: {
    status: withoutIndex(
      anyOf(
        z.enum(jobResultStatuses),
        sql`(case when job_results.error is not null then 'failed' when job_results.made is null then 'warned' else 'created' end)`,
      ),
    ),
  },
});

export const listJobResults = operation({
  name: "listJobResults",
  summary: "List the results of a job",
  description:
    "The rows that failed or were imported only partly, with their errors (the first 10,000), and the coupons that the job created.",
  reads: { scope: "school:read", orForOwn: ofStarters },
  input: results.input.extend({ id: Id("job") }),
  output: pageSchemaOf(JobResult),
  async run(context, { id, ...requested }) {
    const job = await requireJob(context, id);
    // The rows of a whole school are named by email addresses, order numbers and codes.
    if (job.format === "site") requireScopes(context.caller, job.scopes);
    const page = await results.page(context, requested, { of: sql`job_results.job_id = ${id}` });
    const isKnown = maySeeJob(context.caller, job);
    return mapPage(page, (row) => serializeJobResult(row, isKnown));
  },
});

export const cancelJob = operation({
  name: "cancelJob",
  summary: "Cancel a job",
  description: "Completed work is kept.",
  writes: "school:write",
  input: z.object({ id: Id("job") }),
  output: Job,
  async run(context, { id }) {
    const job = await lockJob(context, id, visibleJobs(context));
    if (!job) throw notFound("job", formatId("job", id));
    await requireMayActOn(context, job.memberId);
    requireVersion(context, job);
    // A half-erased member would be neither present nor erased, so erasures cannot be canceled.
    if (!isUnderWay(job) || job.kind === "member_erasure") {
      const instead = isUnderWay(job) ? "An erasure cannot be canceled once it has started." : undefined;
      throw invalidState("job", job.status, "canceled", [], instead);
    }
    // A running job checks the request between two rows and ends itself.
    if (job.status === "queued") await finishJob(context, job, "canceled");
    if (!job.cancelRequestedAt) await updateJob(context, id, { cancelRequestedAt: context.now }, context.now);
    return serializeJob(context, await mustExist(findJob(context, id)));
  },
});

/** Returns a job of the site. Jobs of other members require a scope that reads the whole school. */
async function requireJob(context: Context, id: string): Promise<JobRecord> {
  const job = await findJob(context, id, visibleJobs(context));
  const { caller } = context;
  const isOwn =
    job &&
    caller.kind === "token" &&
    job.clientId === caller.clientId &&
    job.memberId === memberOf(caller) &&
    job.scopes.some((scope) => holdsScope(caller, scope));
  if (!isOwn) requireScopes(caller, ["school:read"]);
  if (!job) throw notFound("job", formatId("job", id));
  return job;
}

/**
 * The condition that a row of `jobs` is visible to the caller; undefined for commands. A copy of a person's data that
 * they requested themselves is visible to that person only; one that the staff requested, to callers who may act on
 * the person, by the roles that the person has now.
 */
function visibleJobs({ caller }: Context): Sql | undefined {
  if (caller.kind === "cli" || caller.kind === "system") return undefined;
  return sql`(jobs.kind <> 'member_export' or jobs.subject_id = ${memberOf(caller)}
              or (jobs.subject_id is distinct from jobs.member_id
                  and not exists (select from members
                                   where members.site_id = jobs.site_id and members.id = jobs.subject_id
                                     and members.roles && ${rolesAbove(caller)}::text[])))`;
}
