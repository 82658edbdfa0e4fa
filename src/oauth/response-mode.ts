import { invalidRequest } from "./error.ts";
import type { Parameters } from "./form.ts";
import { isPrivateUseRedirect } from "./redirect-uri.ts";

/** OAuth 2.0 Multiple Response Type Encoding Practices §2.1, OAuth 2.0 Form Post Response Mode. */
export const responseModes = ["query", "form_post"] as const;
export type ResponseMode = (typeof responseModes)[number];

/**
 * Returns the mode of every response to a request, errors included. An unknown or impossible mode is rejected later,
 * in query mode.
 */
export function responseModeOf(parameters: Parameters, redirectUri: string): ResponseMode {
  const wantsForm = parameters.get("response_mode") === "form_post";
  return wantsForm && !isPrivateUseRedirect(redirectUri) ? "form_post" : "query";
}

/** Throws `invalid_request` unless the request can be answered in its response mode. */
export function requireResponseMode(parameters: Parameters, redirectUri: string): void {
  const mode = parameters.get("response_mode") ?? "query";
  if (!responseModes.some((known) => known === mode)) {
    throw invalidRequest(`response_mode must be ${responseModes.join(" or ")}.`);
  }
  if (mode === "form_post" && isPrivateUseRedirect(redirectUri)) {
    throw invalidRequest("response_mode=form_post cannot reach an app with a private-use URI scheme: use query.");
  }
}

/** Browsers rewrite line breaks and invalid characters in forms. Returns true if a state passes through unchanged. */
export const survivesForm = (state: string): boolean => !/[\p{Cc}\ufffd]/u.test(state);
