import * as z from "zod";
import { about } from "#domain/platform/audit/about.ts";
import { Id } from "#domain/platform/ids.ts";
import { Job } from "#domain/platform/jobs/job.ts";
import { serializeJob } from "#domain/platform/jobs/serialize-job.ts";
import { startJob } from "#domain/platform/jobs/start-job.ts";
import { requireMayChange } from "#domain/platform/callers/role-rules.ts";
import { operation } from "#domain/platform/operation.ts";
import { requireMember } from "#domain/people/members/queries.ts";

export const exportMemberData = operation({
  name: "exportMemberData",
  summary: "Export the data of a member",
  description: "Starts a job. Its result is a ZIP archive of JSON files.",
  writes: "members:write",
  sensitive: { subject: "people" },
  input: z.object({ id: Id("member") }),
  output: Job,
  async run(context, { id }) {
    const member = await requireMember(context, id);
    requireMayChange(context.caller, member.roles);
    const requested = {
      kind: "member_export" as const,
      format: "json",
      subjectId: id,
      scopes: ["members:write" as const],
    };
    return serializeJob(context, await startJob(context, requested));
  },
  audit: ({ id }) => about("member", id),
});
