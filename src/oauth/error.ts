/** RFC 6749 §4.1.2.1 and §5.2, RFC 7009 §2.2.1, OpenID Connect Core §3.1.2.6, RFC 7591 §3.2.2, RFC 8707 §2. */
export type OAuthErrorCode =
  | "invalid_request"
  | "invalid_client"
  | "invalid_grant"
  | "invalid_scope"
  | "invalid_target"
  | "invalid_redirect_uri"
  | "invalid_client_metadata"
  | "unsupported_grant_type"
  | "unsupported_token_type"
  | "unsupported_response_type"
  | "access_denied"
  | "login_required"
  | "unmet_authentication_requirements"
  | "consent_required"
  | "request_not_supported"
  | "request_uri_not_supported"
  | "temporarily_unavailable"
  | "server_error";

/** An error of the RFCs. The description is ASCII and says how to fix the request. */
export class OAuthError extends Error {
  readonly code: OAuthErrorCode;
  /** RFC 6749 §5.2: 401 if client authentication failed, else 400, unless HTTP has a status of its own. */
  readonly status: number;

  constructor(code: OAuthErrorCode, description: string, status = code === "invalid_client" ? 401 : 400) {
    super(ascii(description));
    this.name = "OAuthError";
    this.code = code;
    this.status = status;
  }
}

export const invalidRequest = (description: string) => new OAuthError("invalid_request", description);
export const invalidClient = (description: string) => new OAuthError("invalid_client", description);
export const invalidGrant = (description: string) => new OAuthError("invalid_grant", description);

/** RFC 6749 §5.2 allows %x20-21 / %x23-5B / %x5D-7E. Other characters from the request are replaced. */
const ascii = (text: string) => text.replace(/["\\]/g, "'").replace(/[^\x20-\x7e]/g, "?");

/** The page that documents a code. */
export const errorPage = (origin: string, code: string) => `${origin}/docs/errors/${code}`;

/** The JSON body of an error (RFC 6749 §5.2). */
export const errorBody = (origin: string, error: OAuthError) => ({
  error: error.code,
  error_description: error.message,
  error_uri: errorPage(origin, error.code),
});
