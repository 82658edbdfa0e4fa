import * as z from "zod";
import { inAdminArea, operation } from "#domain/platform/operation.ts";

/** Counting stops here; larger counts are shown as "more than". */
export const furthest = 10_000;

export const readSiteSummary = operation({
  name: "readSiteSummary",
  summary: "Retrieve a summary of the site",
  access: inAdminArea,
  writes: false,
  input: z.object({}),
  // Each count is at most `furthest` + 1.
  output: z.object({
    members: z.number().int(),
    /** Created by the site's operators. */
    applications: z.number().int(),
    /** Unrevoked grants of members to all kinds of clients. */
    connections: z.number().int(),
    /** Pending enrollment requests. */
    requests: z.number().int(),
    /** Submissions to grade. */
    submissions: z.number().int(),
  }),
  async run({ db, site }) {
    // Counts in index order, so that the scan stops at the limit.
    return db.one<Record<"members" | "applications" | "connections" | "requests" | "submissions", number>>`
      select (select count(*) from (
                select from members where site_id = ${site.id} and deleted_at is null
                 order by id limit ${furthest + 1}) as counted) as members,
             (select count(*) from (
                select from clients where site_id = ${site.id} and origin = 'operator' and deleted_at is null
                 order by id limit ${furthest + 1}) as counted) as applications,
             (select count(*) from (
                select from grants where site_id = ${site.id} and revoked_at is null
                 order by member_id, client_id limit ${furthest + 1}) as counted) as connections,
             (select count(*) from (
                select from enrollment_requests where site_id = ${site.id} and status = 'pending'
                 order by created_at, id limit ${furthest + 1}) as counted) as requests,
             (select count(*) from (
                select from submissions where site_id = ${site.id} and status = 'submitted' and deleted_at is null
                 order by created_at, id limit ${furthest + 1}) as counted) as submissions`;
  },
});
