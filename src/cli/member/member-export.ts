import type { Command } from "commander";
import { formatId } from "#domain/platform/ids.ts";
import { archiveName } from "#domain/privacy/export-kind.ts";
import { exportMemberNow } from "#domain/privacy/export-now.ts";
import { textTable } from "#lib/text/text-table.ts";
import { action } from "../terminal/action.ts";
import { siteOption } from "../site/choose-site.ts";
import { openExportTarget } from "../export/export-target.ts";
import { requireMember } from "./find-member.ts";

interface Options {
  into?: string;
  site?: string;
}

export const addMemberExportCommand = (member: Command) =>
  member
    .command("export")
    .summary("export the data of a person as a ZIP archive of JSON files")
    .argument("<member>", "email address or ID")
    .option("--into <file>", "output file; an existing file is replaced")
    .addOption(siteOption())
    .addHelpText("after", "\nExample:\n  $ lectern member export ana@school.example --into ana.zip")
    .action(
      action(async ({ atSite, output }, named: string, { into, site }: Options) => {
        const context = await atSite(site);
        const { id, email } = await requireMember(context, named);
        const archive = await exportMemberNow(context, id);
        const file = into ?? archiveName(context);
        const target = await openExportTarget(file);
        try {
          await target.write(archive);
          await target.keep();
        } finally {
          await target.close();
        }
        output.answer(
          { id: formatId("member", id), email, file, byteSize: archive.length },
          textTable([
            ["Email", email],
            ["File", file],
            ["Bytes", String(archive.length)],
          ]),
        );
      }),
    );
