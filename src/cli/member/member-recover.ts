import type { Command } from "commander";
import { removeSecondFactors } from "#domain/people/second-factors/remove-factors.ts";
import { formatId } from "#domain/platform/ids.ts";
import { perform } from "#domain/platform/operation.ts";
import { textTable } from "#lib/text/text-table.ts";
import { siteOption } from "../site/choose-site.ts";
import { action } from "../terminal/action.ts";
import { requireMember } from "./find-member.ts";

export const addMemberRecoverCommand = (member: Command) =>
  member
    .command("recover")
    .summary("remove the second factors of a member who lost them, and sign them out")
    .description(
      "Removes the passkeys, the authenticator app and the recovery codes of a person at one site, and signs them out there. " +
        "Check first who asks for it. The password stays the same: reset it too with member reset-password if it may be known to others. " +
        "The audit log records the command.",
    )
    .argument("<member>", "email address or ID")
    .addOption(siteOption())
    .addHelpText("after", "\nExample:\n  $ lectern member recover ana@school.example")
    .action(
      action(async ({ atSite, output }, named: string, options: { site?: string }) => {
        const context = await atSite(options.site);
        const { id, email } = await requireMember(context, named);
        const done = await perform(removeSecondFactors, context, { id: formatId("member", id) });
        output.answer(
          { id: formatId("member", id), email, ...done },
          textTable([
            ["Email", email],
            ["Second factors removed", String(done.removed)],
            ["Signed out", `${done.sessionsEnded} ${done.sessionsEnded === 1 ? "browser" : "browsers"}`],
          ]),
        );
      }),
    );
