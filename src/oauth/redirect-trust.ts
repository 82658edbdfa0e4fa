import type { Client } from "./clients/client.ts";
import { isVettedClient } from "./clients/vetted-client.ts";
import { isLoopbackRedirect } from "./redirect-uri.ts";

/**
 * Returns whether an error may be sent to a redirect URI before the person has signed in. An unvetted client could use
 * the site as an open redirector otherwise, with prompt=none as well (RFC 9700 §4.11.2). A loopback redirect leads to the
 * person's own computer.
 */
export const mayRedirectUnauthenticated = (client: Client, redirectUri: string): boolean =>
  isVettedClient(client) || isLoopbackRedirect(redirectUri);
