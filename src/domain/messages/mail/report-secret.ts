import type { Site } from "#domain/platform/site/site.ts";
import { macOf } from "#lib/secrets/mac.ts";
import { isGenuine } from "#lib/secrets/previous-keys.ts";

const prefix = "lmr_";

/** Derives the secret of the address that takes reports about mail. It follows from the key, so nothing stores it. */
export const reportSecretOf = (key: Buffer, site: Site): string => `${prefix}${sign(key, site).toString("base64url")}`;

export function isReportSecret(key: Buffer, site: Site, secret: string): boolean {
  const input = Buffer.from(secret.startsWith(prefix) ? secret.slice(prefix.length) : "", "base64url");
  return input.length === macLength && isGenuine(key, input, (accepted) => sign(accepted, site));
}

const macLength = 32;

const sign = (key: Buffer, site: Site): Buffer => macOf(key, `mail reports\n${site.id}`);
