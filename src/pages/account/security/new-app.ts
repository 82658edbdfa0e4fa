import * as z from "zod";
import { sealedValues } from "../../forms/sealed-values.ts";
import type { SignedInPageRequest } from "../../responses/page-request.ts";

type Holder = Pick<SignedInPageRequest, "context" | "browser" | "csrfKey" | "session">;

const newApps = sealedValues(
  "new app",
  z.object({ secret: z.string() }),
  30 * 60_000,
  ({ context, browser, session }: Holder) => [context.site.id, session.id, browser],
);

/** Encrypts the secret of an app that is being set up, for a hidden field: nothing is stored before a code fits. */
export const sealNewApp = (holder: Holder, secret: string): string => newApps.seal(holder, { secret });

/** Returns undefined for an expired secret, and for one of another session. */
export const openNewApp = (holder: Holder, sealed: string | undefined): string | undefined =>
  newApps.open(holder, sealed)?.secret;
