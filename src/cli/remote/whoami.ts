import type { Command } from "commander";
import * as z from "zod";
import { textTable } from "#lib/text/text-table.ts";
import { remoteAction } from "../terminal/remote-action.ts";
import { RemoteError } from "../terminal/errors.ts";
import type { Output } from "../terminal/output.ts";
import { accessTokenFor, chooseRemoteSite, requireSignIn } from "./access.ts";
import { callApi } from "./call-api.ts";
import { refusalOf } from "./refusal.ts";
import { parseJson } from "#lib/json/parse-json.ts";

const Me = z.object({
  scopes: z.array(z.string()),
  expires_at: z.string(),
  api_key: z.object({ id: z.string(), name: z.string() }).nullable(),
  member: z.object({ id: z.string(), roles: z.array(z.string()) }),
});

const Claims = z.object({
  sub: z.string(),
  email: z.string().optional(),
  name: z.string().nullish(),
  roles: z.array(z.string()).optional(),
});

export const addWhoamiCommand = (program: Command) =>
  program
    .command("whoami")
    .summary("show who is signed in to a site, or the API key in LECTERN_API_KEY")
    .option("--site <site>", "address of the site (default: the site of the last sign-in)")
    .addHelpText("after", "\nExample:\n  $ lectern whoami")
    .action(
      remoteAction(async ({ config, output, now }, options: { site?: string }) => {
        const origin = await chooseRemoteSite(config, options.site);
        if (config.apiKey !== undefined) return describeKey(origin, config.apiKey, output);
        const request = { method: "GET", path: "/api/oauth/userinfo" };
        const token = await accessTokenFor(config, origin, now);
        let response = await callApi(origin, token, request);
        // The token may have been revoked: a refresh shows if the sign-in has ended.
        if (response.status === 401) {
          response = await callApi(origin, await accessTokenFor(config, origin, now, token), request);
        }
        const claims = response.ok ? Claims.safeParse(await response.json()) : undefined;
        if (!claims?.success) throw new RemoteError("refused", `${origin} answered with status ${response.status}.`);
        const { scope } = await requireSignIn(config, origin);
        const { sub, email, name, roles = [] } = claims.data;
        output.answer(
          { site: origin, id: sub, email, name, roles, scope },
          textTable([
            ["Site", origin],
            ...(name ? [["Name", name]] : []),
            ...(email === undefined ? [] : [["Email", email]]),
            ["Id", sub],
            ["Roles", roles.join(", ")],
            ["Scopes", scope],
          ]),
        );
      }),
    );

/** Shows the API key in LECTERN_API_KEY. */
async function describeKey(origin: string, key: string, output: Output): Promise<void> {
  const response = await callApi(origin, key, { method: "GET", path: "/api/v1/me" });
  const answer = await response.text();
  if (!response.ok) throw refusalOf(response.status, answer);
  const { scopes, expires_at: expiresAt, api_key: apiKey, member } = Me.parse(parseJson(answer));
  const scope = scopes.join(" ");
  output.answer(
    { site: origin, id: member.id, roles: member.roles, scope, apiKey, expiresAt },
    textTable([
      ["Site", origin],
      ["API key", apiKey?.name ?? ""],
      ["Expires", expiresAt],
      ["Id", member.id],
      ["Roles", member.roles.join(", ")],
      ["Scopes", scope],
    ]),
  );
}
