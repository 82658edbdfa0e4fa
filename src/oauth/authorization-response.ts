import type { Site } from "#domain/platform/site/site.ts";
import type { Callback } from "./authorization-request.ts";
import { errorPage, type OAuthError } from "./error.ts";
import { withParameters } from "./redirect-uri.ts";

/** The parameters for the client, and the response mode. `state` is kept apart, percent-encoded. */
export interface AuthorizationResponse extends Callback {
  parameters: Record<string, string>;
}

/** A success response: RFC 6749 §4.1.2 with `iss` (RFC 9207 §2). */
export const codeResponse = (site: Site, callback: Callback, code: string): AuthorizationResponse =>
  responseTo(callback, { code, iss: site.origin });

/** An error response: RFC 6749 §4.1.2.1, with the original `state` and `iss`. */
export const errorResponse = (site: Site, callback: Callback, error: OAuthError): AuthorizationResponse =>
  responseTo(callback, {
    error: error.code,
    error_description: error.message,
    error_uri: errorPage(site.origin, error.code),
    iss: site.origin,
  });

/** A pending request may predate response modes. */
const responseTo = ({ redirectUri, state, responseMode = "query" }: Callback, parameters: Record<string, string>) => ({
  redirectUri,
  state,
  responseMode,
  parameters,
});

/** The redirect address of a response in query mode. */
export const locationOf = ({ redirectUri, parameters, state }: AuthorizationResponse): string =>
  withParameters(redirectUri, parameters, state);

/** The form fields of a response in form_post mode (OAuth 2.0 Form Post Response Mode §2). */
export const fieldsOf = ({ parameters, state }: AuthorizationResponse): Record<string, string> =>
  state === null ? parameters : { ...parameters, state: decodeURIComponent(state) };
