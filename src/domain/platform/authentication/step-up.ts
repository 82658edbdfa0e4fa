import { type Acr, acrValues } from "#access/authentication-classes.ts";
import type { SiteSettings } from "#domain/platform/site/settings.ts";

/** The authentication that sensitive operations require of the person behind an access token (RFC 9470). */
export interface AuthenticationDemand {
  acr: Acr;
  /** Maximum seconds since the person authenticated. Null: any. */
  maxAge: number | null;
}

/** Classes by the choices of the setting, weakest first. */
const classes = {
  "one-factor": acrValues[0],
  "two-factors": acrValues[1],
  "phishing-resistant": acrValues[2],
} as const;

/** Returns what the school demands of access tokens, or undefined if it demands nothing. */
export function demandOf({
  apiStepUp,
  apiStepUpMaxAge,
}: Pick<SiteSettings, "apiStepUp" | "apiStepUpMaxAge">): AuthenticationDemand | undefined {
  if (apiStepUp === "off") return undefined;
  return { acr: classes[apiStepUp], maxAge: apiStepUpMaxAge === 0 ? null : apiStepUpMaxAge };
}
