import * as z from "zod";
import { inAdminArea, operation } from "#domain/platform/operation.ts";

/** How far is counted: what is beyond is told as more. */
export const furthest = 10_000;

export const readSiteAtAGlance = operation({
  name: "readSiteAtAGlance",
  summary: "Retrieve a summary of the site",
  access: inAdminArea,
  writes: false,
  input: z.object({}),
  // Each at most one more than `furthest`.
  output: z.object({
    members: z.number().int(),
    /** Made by the site's operators. */
    applications: z.number().int(),
    /** Of members with applications, whoever made these. */
    connections: z.number().int(),
  }),
  async run({ db, site }) {
    // In the order of an index, so that nothing is gathered before the limit is met.
    const counted = await db.first<{ members: number; applications: number; connections: number }>`
      select (select count(*) from (
                select from members where site_id = ${site.id} and deleted_at is null
                 order by id limit ${furthest + 1}) as counted) as members,
             (select count(*) from (
                select from clients where site_id = ${site.id} and origin = 'operator' and deleted_at is null
                 order by id limit ${furthest + 1}) as counted) as applications,
             (select count(*) from (
                select from grants where site_id = ${site.id} and revoked_at is null
                 order by member_id, client_id limit ${furthest + 1}) as counted) as connections`;
    return counted!;
  },
});
