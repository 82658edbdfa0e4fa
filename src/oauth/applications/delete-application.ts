import * as z from "zod";
import { Id } from "#domain/ids.ts";
import { inAdminArea, operation } from "#domain/operation.ts";
import { deleteLogo } from "../client-logos/queries.ts";
import { formatClientId } from "../clients/client.ts";
import { endGrantsOf } from "../clients/end-grants.ts";
import { lockApplication } from "./queries.ts";

export const deleteApplication = operation({
  name: "deleteApplication",
  summary: "Delete an application, and end all that members have allowed it with all its tokens",
  access: inAdminArea,
  writes: true,
  input: z.object({ id: Id("client") }),
  output: z.object({ name: z.string(), endedGrants: z.number().int() }),
  async run(context, { id }) {
    const { name } = await lockApplication(context, id);
    const { db, site, now } = context;
    // Whoever asks for the client or its tokens looks at this row: nothing of it answers from here on.
    await db.run`
      update clients set deleted_at = ${now}, updated_at = ${now}, version = version + 1
       where site_id = ${site.id} and id = ${id}`;
    await deleteLogo(context, id);
    return { name, endedGrants: await endGrantsOf(context, id) };
  },
  audit: ({ id }, details) => ({
    resourceType: "client",
    resourceId: formatClientId(id),
    clientId: id,
    details,
  }),
});
