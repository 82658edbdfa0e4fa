import type { Site } from "#domain/sites/site.ts";
import type { Callback } from "./authorization-request.ts";
import { errorPage, type OAuthError } from "./error.ts";
import { withParameters } from "./redirect-uri.ts";

/** RFC 6749 §4.1.2 with `iss` (RFC 9207 §2). */
export const codeLocation = (site: Site, { redirectUri, state }: Callback, code: string): string =>
  withParameters(redirectUri, { code, iss: site.origin }, state);

/** RFC 6749 §4.1.2.1; `state` as it came and `iss` on errors too. */
export const errorLocation = (site: Site, { redirectUri, state }: Callback, error: OAuthError): string =>
  withParameters(
    redirectUri,
    {
      error: error.code,
      error_description: error.message,
      error_uri: errorPage(site.origin, error.code),
      iss: site.origin,
    },
    state,
  );
