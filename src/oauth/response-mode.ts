import { invalidRequest } from "./error.ts";
import type { Parameters } from "./form.ts";
import { isPrivateUseRedirect } from "./redirect-uri.ts";

/** OAuth 2.0 Multiple Response Type Encoding Practices §2.1, OAuth 2.0 Form Post Response Mode. */
export const responseModes = ["query", "form_post"] as const;
export type ResponseMode = (typeof responseModes)[number];

/**
 * The mode of every response to a request, errors included. A mode that is unknown, or that cannot reach the redirect
 * URI, is refused later, by query.
 */
export function responseModeOf(parameters: Parameters, redirectUri: string): ResponseMode {
  const wantsForm = parameters.get("response_mode") === "form_post";
  return wantsForm && !isPrivateUseRedirect(redirectUri) ? "form_post" : "query";
}

/** Throws `invalid_request` unless the request can be answered in the mode that it names. */
export function requireResponseMode(parameters: Parameters, redirectUri: string): void {
  const mode = parameters.get("response_mode") ?? "query";
  if (!responseModes.some((known) => known === mode)) {
    throw invalidRequest(`response_mode must be ${responseModes.join(" or ")}; no other is supported.`);
  }
  if (mode === "form_post" && isPrivateUseRedirect(redirectUri)) {
    throw invalidRequest("response_mode=form_post cannot reach an app by its own scheme: use query.");
  }
}

/** Browsers post text, and rewrite line ends: what a form would change is left out of it. */
export const survivesForm = (state: string): boolean => !/[\p{Cc}\ufffd]/u.test(state);
