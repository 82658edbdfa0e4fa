import * as z from "zod";
import { Id } from "#domain/platform/ids.ts";
import { inAdminArea, operation } from "#domain/platform/operation.ts";
import { versioned } from "#domain/platform/versioned.ts";
import { only } from "#lib/collections/only.ts";
import { Application } from "./application.ts";
import { findApplications, requireApplication } from "./queries.ts";
import { Usage, withUsage } from "./usage.ts";

const ApplicationInUse = versioned(Application.extend({ usage: Usage }));

export const listApplications = operation({
  name: "listApplications",
  summary: "List OAuth applications",
  description: "Newest first.",
  reads: inAdminArea,
  input: z.object({ before: Id("client").optional(), limit: z.number().int().min(1).max(50).default(25) }),
  output: z.object({ data: z.array(ApplicationInUse), hasMore: z.boolean() }),
  async run(context, { before, limit }) {
    const found = await findApplications(context, { before, limit: limit + 1 });
    return { data: await withUsage(context, found.slice(0, limit)), hasMore: found.length > limit };
  },
});

export const readApplication = operation({
  name: "readApplication",
  summary: "Retrieve an OAuth application with its usage",
  reads: inAdminArea,
  input: z.object({ id: Id("client") }),
  output: ApplicationInUse,
  async run(context, { id }) {
    return only(await withUsage(context, [await requireApplication(context, id)]));
  },
});
