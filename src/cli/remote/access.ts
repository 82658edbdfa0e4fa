import type { Config } from "#server/config.ts";
import { RemoteError, UsageError } from "../terminal/errors.ts";
import { changeCredentials, readCredentials, type SignIn } from "./credentials-file.ts";
import { refresh } from "./oauth-client.ts";
import { parseRemoteSite } from "./remote-site.ts";

const refreshBeforeExpiryMs = 60_000;

/** Returns the named site, or the one of the last sign-in. */
export async function chooseRemoteSite({ userFolder }: Config, named: string | undefined): Promise<string> {
  if (named !== undefined) return parseRemoteSite(named);
  const { current } = await readCredentials(userFolder);
  if (current !== null) return current;
  throw new UsageError("Specify a --site, or sign in first: lectern login <site>");
}

export const notSignedIn = (origin: string) =>
  new RemoteError("not_signed_in", `You are not signed in to ${origin}. Run: lectern login ${origin}`);

export async function requireSignIn({ userFolder }: Config, origin: string): Promise<SignIn> {
  const signIn = (await readCredentials(userFolder)).sites[origin];
  if (!signIn) throw notSignedIn(origin);
  return signIn;
}

/** Returns a valid access token. `refused` is one that the site did not accept. */
export async function accessTokenFor(config: Config, origin: string, now: Date, refused?: string): Promise<string> {
  const isUsable = (signIn: SignIn) =>
    signIn.expiresAt - refreshBeforeExpiryMs > now.getTime() && signIn.accessToken !== refused;
  const stored = await requireSignIn(config, origin);
  if (isUsable(stored)) return stored.accessToken;
  const refreshed = await changeCredentials(config.userFolder, async (credentials) => {
    const current = credentials.sites[origin];
    // Another command may have refreshed it while this one waited for the lock.
    if (!current || isUsable(current)) return current;
    const next = await refresh(origin, current, now);
    if (next) credentials.sites[origin] = next;
    else delete credentials.sites[origin];
    return next;
  });
  if (refreshed) return refreshed.accessToken;
  throw new RemoteError("signed_out", `Your sign-in at ${origin} has ended. Run: lectern login ${origin}`);
}
