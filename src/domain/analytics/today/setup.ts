import * as z from "zod";
import { byStaffInPerson, operation } from "#domain/platform/operation.ts";
import { verifiedSenderOf } from "#domain/messages/sender/sender.ts";

export const setupSteps = ["look", "course", "payments", "sender", "people"] as const;
export type SetupStep = (typeof setupSteps)[number];

export const readSetup = operation({
  name: "readSetup",
  summary: "Retrieve which steps of the setup are done",
  reads: byStaffInPerson,
  input: z.object({}),
  output: z.custom<Record<SetupStep, boolean>>(),
  async run({ db, site }) {
    const found = await db.one<Record<Exclude<SetupStep, "sender">, boolean>>`
      select exists (select from appearances where site_id = ${site.id} and logo_file_id is not null) as look,
             exists (select from courses
                      where site_id = ${site.id} and status = 'published' and deleted_at is null) as course,
             exists (select from payment_accounts
                      where site_id = ${site.id} and enabled and provider <> 'test') as payments,
             exists (select from invitations where site_id = ${site.id}) as people`;
    return { ...found, sender: verifiedSenderOf(site) !== undefined };
  },
});
