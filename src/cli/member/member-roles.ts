import type { Command } from "commander";
import * as z from "zod";
import type { Role } from "#access/roles.ts";
import { formatId } from "#domain/platform/ids.ts";
import { setMemberRoles } from "#domain/people/members/operations.ts";
import { perform } from "#domain/platform/operation.ts";
import { textTable } from "#lib/text/text-table.ts";
import { action } from "../terminal/action.ts";
import { siteOption } from "../site/choose-site.ts";
import { memberText, requireMember } from "./find-member.ts";
import { parseRoles } from "./member-roles-argument.ts";

export const addMemberRolesCommand = (member: Command) =>
  member
    .command("roles")
    .summary("show or replace the roles of a member")
    .argument("<member>", "email address or ID")
    .option("--set <roles>", "new roles, separated by commas", parseRoles)
    .addOption(siteOption())
    .addHelpText("after", "\nExample:\n  $ lectern member roles ana@school.example --set owner,lecturer")
    .action(
      action(async ({ atSite, output }, named: string, options: { set?: Role[]; site?: string }) => {
        const context = await atSite(options.site);
        const found = await requireMember(context, named);
        const member = options.set
          ? await perform(setMemberRoles, context, { id: formatId("member", found.id), roles: options.set })
          : found;
        output.answer(
          z.encode(setMemberRoles.output, member),
          textTable([...memberText(member), ["Site", context.site.origin]]),
        );
      }),
    );
