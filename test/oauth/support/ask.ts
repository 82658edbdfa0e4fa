import { type AClient, answerOf, type ASite, authorizeUrl, challengeFor, encode } from "../../support/world.ts";
import type { Page, TestBrowser } from "../../support/browser-session.ts";

type Parameters = Record<string, string | undefined>;

/** Opens an authorization request, by default in a new browser; returns the final page. */
export const ask = (site: ASite, client: AClient, extra: Parameters = {}, browser = site.browser()): Promise<Page> =>
  browser.open(authorizeUrl(client, extra).url);

/** The error of a request that is redirected immediately. */
export const askInVain = async (site: ASite, client: AClient, extra: Parameters = {}, browser?: TestBrowser) =>
  answerOf(await ask(site, client, extra, browser));

/** A valid request as a query, for tests that repeat or misspell a part of it. */
export const query = (client: AClient, extra: Parameters = {}): string =>
  encode({
    response_type: "code",
    client_id: client.clientId,
    redirect_uri: client.redirectUri,
    scope: "openid",
    state: "xyz",
    code_challenge: challengeFor("v".repeat(43)),
    code_challenge_method: "S256",
    ...extra,
  });
