import type { Context } from "#domain/platform/context.ts";
import { validationFailed } from "#domain/platform/problem.ts";
import { isOnThisMachine, mayBePublic } from "#lib/outbound/host-of-url.ts";
import { mayReachThisMachine, requireIdentities } from "./identity-system.ts";
import { issuers, type Preset } from "./provider.ts";

/**
 * Returns the issuer of a new provider: that of the preset, or the entered one (OpenID Connect Discovery 1.0 §2: https,
 * without query and fragment). Throws `validation_failed`.
 */
export function requireIssuer(context: Context, preset: Preset, entered: string): string {
  const issuer = issuers[preset] ?? entered;
  const url = URL.parse(issuer);
  const isLocal = isOnThisMachine(issuer) && mayReachThisMachine(requireIdentities(context), context.site);
  const isAllowed = (url?.protocol === "https:" && mayBePublic(issuer)) || (isLocal && url?.protocol === "http:");
  const isPlain = url?.search === "" && url.hash === "" && url.username === "" && url.password === "";
  if (!url || !(isAllowed || isLocal) || !isPlain || issuer.includes("?") || issuer.includes("#")) {
    throw validationFailed("/issuer", "invalid", "Expected an address of https, like https://login.school.example.");
  }
  const isMicrosoft = url.hostname === microsoft;
  // Any organization can sign in at these, and say what it likes about addresses.
  if (isMicrosoft && shared.has(url.pathname.split("/")[1] ?? "")) {
    throw validationFailed("/issuer", "invalid", "Enter the address of your own tenant, with its ID.");
  }
  if (preset === "microsoft" && !isMicrosoft) {
    throw validationFailed(
      "/issuer",
      "invalid",
      `Expected https://${microsoft}/ with the ID of your tenant and /v2.0.`,
    );
  }
  return issuer;
}

const microsoft = "login.microsoftonline.com";
const shared: ReadonlySet<string> = new Set(["", "common", "organizations", "consumers"]);
