import { type Command, InvalidArgumentError } from "commander";
import * as client from "openid-client";
import { isScope, type Scope, scopeNames, scopes as known } from "#access/scopes.ts";
import { listOf } from "../arguments/list-argument.ts";
import { parseScopesArgument } from "./scopes-argument.ts";
import { remoteAction } from "../terminal/remote-action.ts";
import type { Output } from "../terminal/output.ts";
import { changeCredentials, readCredentials, type SignIn } from "./credentials-file.ts";
import { reached, registerCommand, revoke, signInOf } from "./oauth-client.ts";
import { receiveCode } from "./receive-code.ts";
import { parseRemoteSite } from "./remote-site.ts";
import { spawn } from "node:child_process";

interface Options {
  scopes?: Scope[] | "all";
  browser: boolean;
  acrValues?: string;
  maxAge?: string;
}

/** Requirements of the site for the sign-in (RFC 9470). */
type Requirements = Pick<Options, "acrValues" | "maxAge">;

const minutes = 5;

export const addLoginCommand = (program: Command) =>
  program
    .command("login")
    .summary("sign in to a site with a browser")
    .description(
      "Opens the site in the browser, where you sign in and allow the access. The tokens are stored in " +
        "$XDG_CONFIG_HOME/lectern (default: ~/.config/lectern), readable by you only. Scopes that your roles do not " +
        "give are not granted. With --acr-values or --max-age, the scopes of the last sign-in are requested again.",
    )
    .argument("<site>", "address of the site")
    .option("--scopes <scopes>", "scopes, separated by commas, or all (default: all that read)", parseOperatorScopes)
    .option(
      "--acr-values <classes>",
      "classes of sign-in that the site requires, as its refusal names them",
      parseClasses,
    )
    .option("--max-age <seconds>", "seconds since you last signed in that the site accepts", parseAge)
    .option("--no-browser", "print the address only")
    .addHelpText(
      "after",
      "\nExample:\n  $ lectern login https://learn.school.example --scopes courses:read,courses:write",
    )
    .action(
      remoteAction(async ({ config, output, now }, site: string, options: Options) => {
        const origin = parseRemoteSite(site);
        const earlier = (await readCredentials(config.userFolder)).sites[origin];
        const scopes = scopesOf(options.scopes ?? (isStepUp(options) ? granted(earlier) : undefined));
        const signIn = await authorize(origin, scopes, { output, opens: options.browser, now, required: options });
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
  { output, opens, now, required }: { output: Output; opens: boolean; now: Date; required: Requirements },
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
      ...(required.acrValues !== undefined && { acr_values: required.acrValues }),
      ...(required.maxAge !== undefined && { max_age: required.maxAge }),
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

const isStepUp = ({ acrValues, maxAge }: Requirements): boolean => acrValues !== undefined || maxAge !== undefined;

const granted = (earlier: SignIn | undefined): Scope[] | undefined => earlier?.scope.split(" ").filter(isScope);

/** Identity scopes are always requested, for `lectern whoami`. */
function scopesOf(requested: Options["scopes"]): Scope[] {
  const isRequested = (scope: Scope) =>
    requested === undefined ? scope.endsWith(":read") : requested === "all" || requested.includes(scope);
  return scopeNames.filter((scope) => {
    const { kind } = known[scope];
    return kind === "identity" || (kind === "operator" && isRequested(scope));
  });
}

/** RFC 6749 §3.3 has the same characters for scopes. */
function parseClasses(text: string): string {
  if (/^[!#-[\]-~]+( [!#-[\]-~]+)*$/.test(text) && text.length <= 500) return text;
  throw new InvalidArgumentError("Expected classes such as urn:lectern:acr:two-factors, separated by spaces.");
}

function parseAge(text: string): string {
  if (/^\d{1,9}$/.test(text)) return text;
  throw new InvalidArgumentError("Expected whole seconds, such as 3600.");
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
