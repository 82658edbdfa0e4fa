import type { Client } from "./clients/client.ts";
import { isVettedClient } from "./clients/vetted-client.ts";
import { isLoopbackRedirect } from "./redirect-uri.ts";

/**
 * Returns true if an error may be redirected before the user has signed in. An unvetted client could otherwise use the
 * site as an open redirector, with prompt=none as well (RFC 9700 §4.11.2). A loopback redirect stays on the user's own
 * computer.
 */
export const mayRedirectUnauthenticated = (client: Client, redirectUri: string): boolean =>
  isVettedClient(client) || isLoopbackRedirect(redirectUri);
