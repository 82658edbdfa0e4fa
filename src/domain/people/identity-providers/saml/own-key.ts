import { createPrivateKey, type KeyObject } from "node:crypto";
import type { Context } from "#domain/platform/context.ts";
import { open } from "#lib/secrets/sealed-box.ts";
import { requireIdentities } from "../identity-system.ts";
import { boxOfSecret, type IdentityProvider } from "../provider.ts";
import { ProviderError } from "../provider-error.ts";

/** Returns the private key of the school for this provider. Throws ProviderError if it was dropped or cannot be opened. */
export function ownKey(context: Context, { id, clientSecret }: IdentityProvider): KeyObject {
  if (clientSecret === null)
    throw new ProviderError("invalid", "The key of this school is missing. Save the provider.");
  const { key: sealingKey } = requireIdentities(context);
  try {
    const key = open(sealingKey, clientSecret, boxOfSecret(context.site.id, id));
    return createPrivateKey({ key, format: "der", type: "pkcs8" });
  } catch (cause) {
    throw new ProviderError("invalid", "The key of this school cannot be opened. Save the provider.", { cause });
  }
}
