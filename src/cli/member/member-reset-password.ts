import type { Command } from "commander";
import { generatePassword } from "#domain/people/accounts/generated-password.ts";
import { formatId } from "#domain/platform/ids.ts";
import { resetPassword } from "#domain/people/members/access/reset-password.ts";
import { perform } from "#domain/platform/operation.ts";
import { textTable } from "#lib/text/text-table.ts";
import { action } from "../terminal/action.ts";
import { siteOption } from "../site/choose-site.ts";
import { requireMember } from "./find-member.ts";
import { readPassword } from "../terminal/read-password.ts";

export const addMemberResetPasswordCommand = (member: Command) =>
  member
    .command("reset-password")
    .summary("reset the password of a member and sign them out everywhere")
    .description(
      "Resets the password of a person, for every site where they are a member, and signs them out of every browser. " +
        "Without --password-stdin, a password is generated and shown once.",
    )
    .argument("<member>", "email address or ID")
    .option("--password-stdin", "read the new password from stdin")
    .addOption(siteOption())
    .addHelpText("after", "\nExample:\n  $ lectern member reset-password ana@school.example")
    .action(
      action(async ({ atSite, output }, named: string, options: { passwordStdin?: true; site?: string }) => {
        const typed = options.passwordStdin ? await readPassword(`New password for ${named}`) : undefined;
        const password = typed ?? generatePassword();
        const context = await atSite(options.site);
        const { id, email } = await requireMember(context, named);
        const done = await perform(resetPassword, context, { id: formatId("member", id), password });

        output.answer(
          { id: formatId("member", id), email, ...done, ...(typed === undefined && { password }) },
          textTable([
            ["Email", email],
            ...(typed === undefined ? [["Password", `${password}  (shown only once)`]] : []),
            ["Signed out", `${done.sessionsEnded} ${done.sessionsEnded === 1 ? "browser" : "browsers"}`],
          ]),
        );
      }),
    );
