import { validationFailed } from "#domain/platform/problem.ts";

/** Throws `validation_failed` if a public client is to introspect tokens: it cannot authenticate (RFC 7662 §2.1). */
export function requireMayIntrospect(confidential: boolean, introspectsAllTokens: boolean): void {
  if (confidential || !introspectsAllTokens) return;
  throw validationFailed(
    "/introspectsAllTokens",
    "not_confidential",
    "Only a confidential client can introspect the tokens of other clients.",
  );
}
