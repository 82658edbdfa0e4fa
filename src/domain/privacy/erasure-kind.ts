import { isReferred } from "#domain/platform/is-referred.ts";
import type { RequestContext } from "#domain/platform/context.ts";
import type { JobRecord } from "#domain/platform/jobs/job.ts";
import type { JobKind, JobRow } from "#domain/platform/jobs/job-work.ts";
import {
  emptyLecturer,
  eraseAnswers,
  eraseNotifications,
  eraseSuppressions,
  forgetRequester,
  eraseVouchers,
  leaveCoupons,
  leaveGroups,
} from "./erase-belongings.ts";
import { eraseFiles } from "./erase-files.ts";
import { eraseFromAnswers, eraseFromAuditLog, eraseFromEvents } from "./erase-from-records.ts";
import { erasePerson, insertPseudonym } from "./erase-person.ts";
import { eraseReasons } from "./erase-reasons.ts";
import { eraseRows } from "./erase-rows.ts";
import { eraseJobs, eraseMailLinks, eraseTokens, switchOffEndpoints } from "./erase-ways-in.ts";
import { type Erased, type ErasureOptions, findPersonOf } from "./person.ts";
import { personalTables } from "./tables.ts";

type Step = (context: RequestContext, person: Erased) => Promise<unknown>;

/** Tables with custom erasure code; `undefined` means handled with another table or last. */
export const ownSteps: Record<string, Step | undefined> = {
  tokens: eraseTokens,
  authorizations: undefined,
  coupons: leaveCoupons,
  form_submissions: eraseAnswers,
  files: eraseFiles,
  async audit_entries(context, person) {
    await eraseFromAuditLog(context, person);
    await eraseReasons(context, person);
  },
  outbox_events: (context, person) => eraseFromEvents(context, person),
  webhook_deliveries: eraseFromAnswers,
  idempotency_keys: undefined,
  job_results: undefined,
  webhook_endpoints: switchOffEndpoints,
  jobs: eraseJobs,
  mail_links: eraseMailLinks,
  vouchers: eraseVouchers,
  mailbox_mails: undefined,
  suppressed_addresses: eraseSuppressions,
  "graphile_worker._private_jobs": async (context, { emails }) => context.mail?.recall(context, emails),
  group_members: leaveGroups,
  notifications: eraseNotifications,
  lecturers: emptyLecturer,
  member_merges: forgetRequester,
  members: undefined,
  account_sites: undefined,
  accounts: undefined,
};

/** In table order. Each step finds the remaining rows itself, so steps can be repeated at any point. */
const steps: readonly { name: string; step: Step }[] = personalTables.flatMap((declared) => {
  const { table: name, erasure } = declared;
  if (erasure.how === "keep") return [];
  if (erasure.how === "delete" || erasure.how === "pseudonymize") {
    return [{ name, step: (context: RequestContext, person: Erased) => eraseRows(context, declared, person) }];
  }
  const step = ownSteps[name];
  return step ? [{ name, step }] : [];
});

/**
 * Erasure as a job: one row per table. Finished tables stay finished; after a crash, the job continues with the rest.
 */
export const erasureKind: JobKind = {
  open: (_context, job) =>
    Promise.resolve({
      total: steps.length + 1,
      chunkSize: 1,
      // oxlint-disable-next-line require-await -- the job runner reads rows from an asynchronous iterable
      rows: (async function* () {
        for (const { name, step } of steps) yield row(name, step, job);
        yield row("members", (context, person) => lastOf(context, person, job), job);
      })(),
      [Symbol.asyncDispose]: () => Promise.resolve(),
    }),
};

const row = (name: string, step: Step, job: JobRecord): JobRow => ({
  name,
  async prepare(context) {
    const person = await subjectOf(context, job);
    if (!person) return;
    await insertPseudonym(context, person);
    await step(context, person);
  },
  run: () => Promise.resolve("updated"),
});

/** Returns undefined after the erasure. */
async function subjectOf(context: RequestContext, { subjectId, options }: JobRecord): Promise<Erased | undefined> {
  const { pseudonymId, emails, farewell } = options as Partial<ErasureOptions>;
  if (subjectId === null || pseudonymId === undefined) return undefined;
  const person = await findPersonOf(context, subjectId);
  // Jobs started by an earlier version have no addresses.
  return person && { ...person, emails: emails ?? person.emails, pseudonymId, farewell };
}

/** Erases rows that were written during the erasure, then deletes the person. */
async function lastOf(context: RequestContext, person: Erased, job: JobRecord): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await context.db.transaction((db) => erasePerson({ ...context, db }, person, job));
      return;
    } catch (error) {
      if (attempt === maxAttempts || !isReferred(error)) throw error;
      for (const { step } of steps) await step(context, person);
    }
  }
}

const maxAttempts = 3;
