import { type Command, InvalidArgumentError } from "commander";
import * as client from "openid-client";
import { isScope, type Scope, scopeNames, scopes as known } from "#access/scopes.ts";
import { listOf } from "../arguments/list-argument.ts";
import { parseScopesArgument } from "./scopes-argument.ts";
import { remoteAction } from "../terminal/remote-action.ts";
import type { Output } from "../terminal/output.ts";
import { changeCredentials, readCredentials } from "./credentials-file.ts";
import { reached, registerCommand, revoke, signInOf } from "./oauth-client.ts";
import { receiveCode } from "./receive-code.ts";
import { parseRemoteSite } from "./remote-site.ts";
import { spawn } from "node:child_process";

interface Options {
  scopes?: Scope[] | "all";
  browser: boolean;
}

const minutes = 5;

export const addLoginCommand = (program: Command) =>
  program
    .command("login")
    .summary("sign in to a site with a browser")
    .description(
      "Opens the site in the browser, where you sign in and allow the access. The tokens are stored in " +
        "$XDG_CONFIG_HOME/lectern (default: ~/.config/lectern), readable by you only. Scopes that your roles do not " +
        "give are not granted.",
    )
    .argument("<site>", "address of the site")
    .option("--scopes <scopes>", "scopes, separated by commas, or all (default: all that read)", parseOperatorScopes)
    .option("--no-browser", "print the address only")
    .addHelpText(
      "after",
      "\nExample:\n  $ lectern login https://learn.school.example --scopes courses:read,courses:write",
    )
    .action(
      remoteAction(async ({ config, output, now }, site: string, options: Options) => {
        const origin = parseRemoteSite(site);
        const earlier = (await readCredentials(config.userFolder)).sites[origin];
        const signIn = await authorize(origin, scopesOf(options.scopes), { output, opens: options.browser, now });
        await changeCredentials(config.userFolder, (credentials) => {
          credentials.sites[origin] = signIn;
          credentials.current = origin;
        });
        // The former tokens are no longer stored anywhere. If this fails, they expire.
        if (earlier) await revoke(origin, earlier).catch(() => {});
        output.answer({ site: origin, scope: signIn.scope }, `Signed in to ${origin} with: ${signIn.scope}`);
      }),
    );

async function authorize(
  origin: string,
  scopes: readonly Scope[],
  { output, opens, now }: { output: Output; opens: boolean; now: Date },
) {
  const configuration = await registerCommand(origin);
  const [pkceCodeVerifier, expectedState] = [client.randomPKCECodeVerifier(), client.randomState()];
  const receiver = await receiveCode(expectedState, minutes * 60_000);
  try {
    const address = client.buildAuthorizationUrl(configuration, {
      redirect_uri: receiver.redirectUri,
      scope: scopes.join(" "),
      resource: origin,
      code_challenge: await client.calculatePKCECodeChallenge(pkceCodeVerifier),
      code_challenge_method: "S256",
      state: expectedState,
    });
    process.stderr.write(`Open this address and sign in:\n\n${address.href}\n\n`);
    if (opens && !output.json) openBrowser(address);
    const answer = await receiver.received;
    const checks = { pkceCodeVerifier, expectedState };
    const tokens = await reached(origin, () =>
      client.authorizationCodeGrant(configuration, answer, checks, { resource: origin }),
    );
    return signInOf(configuration, tokens, now);
  } finally {
    receiver.close();
  }
}

/** Identity scopes are always requested, for `lectern whoami`. */
function scopesOf(requested: Options["scopes"]): Scope[] {
  const isRequested = (scope: Scope) =>
    requested === undefined ? scope.endsWith(":read") : requested === "all" || requested.includes(scope);
  return scopeNames.filter((scope) => {
    const { kind } = known[scope];
    return kind === "identity" || (kind === "operator" && isRequested(scope));
  });
}

function parseOperatorScopes(text: string): Scope[] | "all" {
  const reserved = listOf(text).find((word) => isScope(word) && known[word].kind === "member");
  if (reserved === undefined) return parseScopesArgument(text);
  throw new InvalidArgumentError(`${reserved} is for applications that administrators of the site created.`);
}

const programs: Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>> = {
  darwin: ["open"],
  win32: ["rundll32", "url.dll,FileProtocolHandler"],
};

/** Opens an http address in the browser, if there is one. The address is printed anyway. */
function openBrowser(address: URL): void {
  if (address.protocol !== "https:" && address.protocol !== "http:") return;
  const [program, ...args] = programs[process.platform] ?? ["xdg-open"];
  spawn(program, [...args, address.href], { stdio: "ignore", detached: true })
    .on("error", () => {})
    .unref();
}
