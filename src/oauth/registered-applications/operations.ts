import * as z from "zod";
import { Id } from "#domain/platform/ids.ts";
import { inAdminArea, operation } from "#domain/platform/operation.ts";
import { only } from "#lib/collections/only.ts";
import { Usage, withUsage } from "../applications/usage.ts";
import { aboutClient } from "../clients/about-client.ts";
import { deleteClient } from "../clients/delete-client.ts";
import { findRegisteredApplications, lockRegisteredApplication, requireRegisteredApplication } from "./queries.ts";

/** A loopback client that registered itself, under an unverified name. */
const RegisteredApplication = z.object({
  id: Id("client"),
  name: z.string(),
  redirectUris: z.array(z.string()),
  createdAt: z.date(),
  usage: Usage,
});
export type RegisteredApplication = z.output<typeof RegisteredApplication>;

export const listRegisteredApplications = operation({
  name: "listRegisteredApplications",
  summary: "List self-registered applications",
  description: "Newest first.",
  reads: inAdminArea,
  input: z.object({ before: Id("client").optional(), limit: z.number().int().min(1).max(100).default(50) }),
  output: z.object({ data: z.array(RegisteredApplication), hasMore: z.boolean() }),
  async run(context, { before, limit }) {
    const found = await findRegisteredApplications(context, { before, limit: limit + 1 });
    return { data: await withUsage(context, found.slice(0, limit)), hasMore: found.length > limit };
  },
});

export const readRegisteredApplication = operation({
  name: "readRegisteredApplication",
  summary: "Retrieve a self-registered application with its usage",
  reads: inAdminArea,
  input: z.object({ id: Id("client") }),
  output: RegisteredApplication,
  async run(context, { id }) {
    return only(await withUsage(context, [await requireRegisteredApplication(context, id)]));
  },
});

export const deleteRegisteredApplication = operation({
  name: "deleteRegisteredApplication",
  summary: "Delete a self-registered application",
  description: "Revokes all its grants and tokens.",
  writes: inAdminArea,
  input: z.object({ id: Id("client") }),
  output: z.object({ name: z.string(), endedGrants: z.number().int() }),
  async run(context, { id }) {
    const { name } = await lockRegisteredApplication(context, id);
    return { name, endedGrants: await deleteClient(context, id) };
  },
  audit: ({ id }, details) => aboutClient(id, details),
});
