import type { Site } from "#domain/site/sites/site.ts";
import type { Callback } from "./authorization-request.ts";
import { errorPage, type OAuthError } from "./error.ts";
import { withParameters } from "./redirect-uri.ts";

/** What goes to the client, and by which response mode. `state` travels beside the parameters, percent-encoded. */
export interface AuthorizationResponse extends Callback {
  parameters: Record<string, string>;
}

/** RFC 6749 §4.1.2 with `iss` (RFC 9207 §2). */
export const codeResponse = (site: Site, callback: Callback, code: string): AuthorizationResponse =>
  responseTo(callback, { code, iss: site.origin });

/** RFC 6749 §4.1.2.1; `state` as it came and `iss` on errors too. */
export const errorResponse = (site: Site, callback: Callback, error: OAuthError): AuthorizationResponse =>
  responseTo(callback, {
    error: error.code,
    error_description: error.message,
    error_uri: errorPage(site.origin, error.code),
    iss: site.origin,
  });

/** A waiting request may be from before there were response modes. */
const responseTo = ({ redirectUri, state, responseMode = "query" }: Callback, parameters: Record<string, string>) => ({
  redirectUri,
  state,
  responseMode,
  parameters,
});

/** The address of a response by query. */
export const locationOf = ({ redirectUri, parameters, state }: AuthorizationResponse): string =>
  withParameters(redirectUri, parameters, state);

/** The fields of a response by form (OAuth 2.0 Form Post Response Mode §2). */
export const fieldsOf = ({ parameters, state }: AuthorizationResponse): Record<string, string> =>
  state === null ? parameters : { ...parameters, state: decodeURIComponent(state) };
