import { type Command, Option } from "commander";
import * as z from "zod";
import type { Role } from "#access/roles.ts";
import { generatePassword } from "#domain/people/accounts/generated-password.ts";
import { addMember, addMemberByLink, addMemberWithPassword } from "#domain/people/members/operations.ts";
import { perform } from "#domain/platform/operation.ts";
import { textTable } from "#lib/text/text-table.ts";
import { action } from "../terminal/action.ts";
import { siteOption } from "../site/choose-site.ts";
import { memberText } from "./find-member.ts";
import { parseRoles } from "./member-roles-argument.ts";
import { readPassword } from "../terminal/read-password.ts";

interface Options {
  roles: Role[];
  name?: string;
  site?: string;
  passwordStdin?: true;
  generatePassword?: true;
  link?: true;
}

export const addMemberAddCommand = (member: Command) =>
  member
    .command("add")
    .summary("add a member to a site")
    .description(
      "Adds a person to a site. With a password, a new address gets an account that can sign in immediately. " +
        "A person with an existing account is invited and keeps their password: they accept by signing in. " +
        "Without a password the person is invited by email. --link prints the link instead, which works without email: " +
        "with it, the person chooses a password and signs in.",
    )
    .argument("<email>", "sign-in address")
    .requiredOption("--roles <roles>", "roles, separated by commas", parseRoles)
    .option("--name <name>", "display name")
    .addOption(siteOption())
    .option("--password-stdin", "read the password of a new account from stdin")
    .addOption(
      new Option("--generate-password", "generate a password for a new account and show it once").conflicts(
        "passwordStdin",
      ),
    )
    .addOption(
      new Option("--link", "print an invitation link, and send no email").conflicts([
        "passwordStdin",
        "generatePassword",
      ]),
    )
    .addHelpText(
      "after",
      "\nExample:\n  $ lectern member add ana@school.example --roles lecturer,student --generate-password",
    )
    .action(
      action(async ({ atSite, output }, email: string, { roles, name, ...options }: Options) => {
        const password = options.passwordStdin ? await readPassword(`Password for ${email}`) : undefined;
        const generated = options.generatePassword ? generatePassword() : undefined;
        const context = await atSite(options.site);

        const person = { email, name, roles };
        if (options.link) {
          const { member, url, expiresAt } = await perform(addMemberByLink, context, person);
          const until = `${expiresAt.toISOString().slice(0, 10)}, works once`;
          output.answer(
            z.encode(addMemberByLink.output, { member, url, expiresAt }),
            textTable([...memberText(member), ["Site", context.site.origin], ["Link", url], ["Until", until]]),
          );
          return;
        }
        const secret = password ?? generated;
        const added = secret
          ? await perform(addMemberWithPassword, context, { ...person, password: secret })
          : await perform(addMember, context, person);

        // A person with an existing account was invited instead; their password is never replaced.
        const isSet = added.status === "active";
        const once = generated && isSet ? [["Password", `${generated}  (shown only once)`]] : [];
        output.answer(
          { ...z.encode(addMember.output, added), ...(generated && isSet && { password: generated }) },
          textTable([...memberText(added), ["Site", context.site.origin], ...once]),
        );
      }),
    );
