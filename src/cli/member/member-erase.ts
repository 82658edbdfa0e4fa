import type { Command } from "commander";
import { formatId } from "#domain/platform/ids.ts";
import { openPostbox } from "#domain/messages/mail/postbox.ts";
import { perform } from "#domain/platform/operation.ts";
import { eraseMember } from "#domain/privacy/erase-member.ts";
import { textTable } from "#lib/text/text-table.ts";
import { deriveKey, loadSecretKey } from "#server/secret-key.ts";
import { action } from "../terminal/action.ts";
import { siteOption } from "../site/choose-site.ts";
import { requireMember } from "./find-member.ts";
import { openStorage } from "../database/storage.ts";

interface Options {
  confirmEmail: string;
  reason: string;
  cancelSubscriptions?: true;
  site?: string;
}

export const addMemberEraseCommand = (member: Command) =>
  member
    .command("erase")
    .summary("erase a member permanently")
    .description(
      "Erases the data of a person at the site (see docs/privacy.md). Orders and statistics " +
        "remain without a person. This cannot be undone.",
    )
    .argument("<member>", "email address or ID")
    .requiredOption("--confirm-email <address>", "email address of the person, as confirmation")
    .requiredOption("--reason <text>", "reason, for the audit log")
    .option("--cancel-subscriptions", "also cancel active subscriptions")
    .addOption(siteOption())
    .addHelpText(
      "after",
      '\nExample:\n  $ lectern member erase ana@school.example --confirm-email ana@school.example --reason "Requested by email"',
    )
    .action(
      action(async ({ config, atSite, output }, named: string, { site, ...options }: Options) => {
        const context = await atSite(site);
        const { id } = await requireMember(context, named);
        const started = await perform(eraseMember, context, { id: formatId("member", id), ...options });
        const mail = openPostbox(deriveKey(loadSecretKey(config), "lectern mail"));
        const tools = { storage: openStorage(config), mail };
        // Loaded here: it loads the code of all jobs, which takes longer than most member commands.
        const { runErasure } = await import("./run-erasure.ts");
        const { status } = await runErasure(context, started.id, tools);
        const answer = { id: formatId("member", id), job: formatId("job", started.id), status };
        output.answer(answer, textTable(Object.entries(answer)));
      }),
    );
