import { type Command, InvalidArgumentError, Option } from "commander";
import * as z from "zod";
import { roles } from "#access/roles.ts";
import { formatId } from "#domain/platform/ids.ts";
import { listMembers } from "#domain/people/members/list-members.ts";
import { perform } from "#domain/platform/operation.ts";
import { textTable } from "#lib/text/text-table.ts";
import { action } from "../terminal/action.ts";
import { siteOption } from "../site/choose-site.ts";

interface Options {
  site?: string;
  role?: string;
  limit: number;
  cursor?: string;
}

export const addMemberListCommand = (member: Command) =>
  member
    .command("list")
    .summary("list the members of a site, newest first")
    .addOption(siteOption())
    .addOption(new Option("--role <role>", "only members who have this role").choices(roles))
    .option("--limit <count>", "members per page, 1 to 200", parseLimit, 50)
    .option("--cursor <cursor>", "next cursor of the previous page")
    .addHelpText("after", "\nExample:\n  $ lectern member list --role owner")
    .action(
      action(async ({ atSite, output }, { site, role, ...input }: Options) => {
        const context = await atSite(site);
        const page = await perform(listMembers, context, { ...input, ...(role !== undefined && { role: [role] }) });
        const { nextCursor } = page.page;
        const rows = page.data.map(({ email, name, roles, status, id }) => [
          email,
          name ?? "",
          roles.join(", "),
          status,
          formatId("member", id),
        ]);
        const table = rows.length > 0 ? textTable(rows, ["email", "name", "roles", "status", "id"]) : "No members.";
        output.answer(
          z.encode(listMembers.output, page),
          nextCursor ? `${table}\n\nMore members: --cursor ${nextCursor}` : table,
        );
      }),
    );

function parseLimit(text: string): number {
  const limit = Number(text);
  if (Number.isInteger(limit) && limit >= 1 && limit <= 200) return limit;
  throw new InvalidArgumentError("Expected a whole number from 1 to 200.");
}
