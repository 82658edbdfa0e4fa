import * as z from "zod";
import { Id } from "#domain/platform/ids.ts";
import { operation } from "#domain/platform/operation.ts";
import { callsSince } from "./api-calls.ts";
import { countCatalog } from "./queries.ts";
import type { SiteScope } from "#domain/platform/context.ts";

const Count = z.number().int().min(0);
const days = 30;

export const getSchoolUsage = operation({
  name: "getSchoolUsage",
  summary: "Retrieve usage figures",
  description: "Counts of people and content, stored bytes, and API requests.",
  reads: "school:read",
  input: z.object({}),
  output: z
    .object({
      object: z.literal("school_usage"),
      id: Id("site"),
      counts: z.object({
        members: Count,
        enrollments: Count,
        courses: Count,
        lecturers: Count,
        posts: Count,
        files: Count,
      }),
      storageBytes: Count.meta({ description: "Original uploads only, without generated image sizes" }),
      apiCalls: z.object({
        today: Count.meta({ description: "Requests to the operator API since midnight UTC" }),
        thirtyDays: Count.meta({ description: "Today and the 29 days before" }),
      }),
    })
    .meta({ id: "SchoolUsage" }),
  async run(context) {
    const { site, now } = context;
    const since = new Date(now.getTime() - (days - 1) * 86_400_000);
    const [catalog, people, storage, apiCalls] = await Promise.all([
      countCatalog(context),
      countPeople(context),
      storedBytes(context),
      callsSince(context, since, now),
    ]);
    const { files, storageBytes } = storage;
    return {
      object: "school_usage" as const,
      id: site.id,
      counts: { ...people, ...catalog, files },
      storageBytes,
      apiCalls,
    };
  },
});

const countPeople = async ({ db, site }: SiteScope) =>
  await db.one<{ members: number; enrollments: number }>`
    select (select count(*) from members
             where members.site_id = ${site.id} and members.status <> 'removed' and members.deleted_at is null)
             as members,
           (select count(*) from enrollments
             where enrollments.site_id = ${site.id} and enrollments.deleted_at is null) as enrollments`;

const storedBytes = async ({ db, site }: SiteScope) =>
  await db.one<{ files: number; storageBytes: number }>`
    select count(*) as files, coalesce(sum(byte_size), 0)::bigint as storage_bytes from files
     where site_id = ${site.id} and deleted_at is null`;
