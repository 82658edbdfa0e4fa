import * as z from "zod";
import { Id } from "#domain/platform/ids.ts";
import { inAdminArea, operation } from "#domain/platform/operation.ts";
import { deleteLogo } from "../client-logos/queries.ts";
import { aboutClient } from "../clients/about-client.ts";
import { deleteClient } from "../clients/delete-client.ts";
import { lockApplication } from "./queries.ts";

export const deleteApplication = operation({
  name: "deleteApplication",
  summary: "Delete an OAuth application",
  description: "Revokes all its grants and tokens.",
  writes: inAdminArea,
  input: z.object({ id: Id("client") }),
  output: z.object({ name: z.string(), endedGrants: z.number().int() }),
  async run(context, { id }) {
    const { name } = await lockApplication(context, id);
    await deleteLogo(context, id);
    return { name, endedGrants: await deleteClient(context, id) };
  },
  audit: ({ id }, details) => aboutClient(id, details),
});
