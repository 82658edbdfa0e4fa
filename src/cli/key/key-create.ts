import { type Command, InvalidArgumentError } from "commander";
import { narrowToRoles } from "#access/roles.ts";
import type { Scope } from "#access/scopes.ts";
import { formatId } from "#domain/platform/ids.ts";
import { perform } from "#domain/platform/operation.ts";
import { listMembers } from "#domain/people/members/list-members.ts";
import type { MemberRecord } from "#domain/people/members/member.ts";
import type { RequestContext } from "#domain/platform/context.ts";
import { textTable } from "#lib/text/text-table.ts";
import { apiKeyFields, keyScopes } from "#oauth/api-keys/api-key.ts";
import { createApiKey } from "#oauth/api-keys/operations.ts";
import { action } from "../terminal/action.ts";
import { siteOption } from "../site/choose-site.ts";
import { UsageError } from "../terminal/errors.ts";
import { requireMember } from "../member/find-member.ts";
import { parseScopesArgument } from "../remote/scopes-argument.ts";

interface Options {
  name: string;
  scopes: Scope[] | "all";
  expires?: number;
  member?: string;
  site?: string;
}

export const addKeyCreateCommand = (key: Command) =>
  key
    .command("create")
    .summary("create an API key and show it once")
    .description(
      "Creates a key for scripts of the school. It acts for a member, and its scopes apply as long as the roles of " +
        "the member give them.",
    )
    .requiredOption("--name <name>", "what uses the key")
    .requiredOption(
      "--scopes <scopes>",
      "scopes, separated by commas, or all that the roles of the member give",
      parseScopesArgument,
    )
    .option("--expires <days>", "days until the key expires, at most 730 (default: 365)", parseDays)
    .option("--member <member>", "email address or ID of its member (default: the owner, if there is only one)")
    .addOption(siteOption())
    .addHelpText(
      "after",
      '\nExample:\n  $ lectern key create --name "Nightly sync" --scopes courses:read,students:read',
    )
    .action(
      action(async ({ atSite, output }, { name, scopes, expires, ...options }: Options) => {
        const context = await atSite(options.site);
        const { id, email, roles } = await chooseMember(context, options.member);
        const made = await perform(createApiKey, context, {
          name,
          memberId: formatId("member", id),
          scopes: scopes === "all" ? narrowToRoles(roles, keyScopes) : scopes,
          ...(expires !== undefined && { expiresInDays: expires }),
        });
        const document = { ...made, id: formatId("apiKey", made.id), memberId: formatId("member", made.memberId) };
        output.answer(
          document,
          textTable([
            ["Name", made.name],
            ["Id", document.id],
            ["Member", email],
            ["Scopes", made.scopes.join(" ")],
            ["Expires", made.expiresAt.toISOString()],
            ["Key", `${made.key}  (shown only once)`],
          ]),
        );
      }),
    );

function parseDays(text: string): number {
  if (!/^[0-9]{1,6}$/.test(text)) throw new InvalidArgumentError("Expected a number of days, such as 90.");
  const { data, error } = apiKeyFields.expiresInDays.safeParse(Number(text));
  if (error) throw new InvalidArgumentError(error.issues[0]?.message ?? "Expected a number of days.");
  return data;
}

/** Returns the named member, or the only owner. */
async function chooseMember(
  context: RequestContext,
  named: string | undefined,
): Promise<Pick<MemberRecord, "id" | "email" | "roles">> {
  if (named !== undefined) return requireMember(context, named);
  const { data } = await perform(listMembers, context, { role: ["owner"], status: ["active"], limit: 11 });
  const [only, ...others] = data;
  if (!only)
    throw new UsageError(
      "The site has no active owner. An invited one first opens the link and chooses a password. Or specify a --member.",
    );
  if (others.length === 0) return only;
  const owners = data.slice(0, 10).map(({ email }) => `  --member ${email}`);
  throw new UsageError(`The site has several owners. Specify one:\n${owners.join("\n")}`);
}
