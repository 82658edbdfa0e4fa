import type { KeyObject } from "node:crypto";
import { LRUCache } from "lru-cache";
import type { RequestContext, SiteScope } from "#domain/platform/context.ts";
import { perform } from "#domain/platform/operation.ts";
import { signingKeyRotation } from "./rotate-signing-key.ts";
import { newSigningKey, type PublicJwk, type SigningKey, unsealPrivateKey } from "./signing-key.ts";
import { insertSigningKey, listFormerKeys, listSigningKeys } from "./signing-keys.ts";

/**
 * The keys of all sites, opened once. What is published and what signs are the rows as they were read a few seconds ago
 * at most: far less than a new key waits before it signs, and as long as a withdrawn one can still be used here.
 */
export interface KeyRing {
  /** RFC 7517 §5: the keys that sign, will sign, or have signed what has not expired. */
  publicKeys(scope: SiteScope, now: Date): Promise<PublicJwk[]>;
  /** The published keys and the former ones: an id_token_hint may be older than the key set. */
  hintKeys(scope: SiteScope, now: Date): Promise<PublicJwk[]>;
  signer(scope: SiteScope, now: Date): Promise<Signer>;
  /** For whoever runs the site; this process follows at once. */
  rotate(context: RequestContext, how: { immediately: boolean }): Promise<void>;
}

export interface Signer {
  kid: string;
  privateKey: KeyObject;
}

const rereadAfter = 5000;

interface KeySet {
  keys: Promise<SigningKey[]>;
  /** Read when the first hint comes. */
  former?: Promise<PublicJwk[]>;
  readAt: Date;
}

export function openKeyRing(secretKey: Buffer): KeyRing {
  const keySets = new LRUCache<string, KeySet>({ max: 5000 });
  const opened = new LRUCache<string, KeyObject>({ max: 5000 });
  const rotation = signingKeyRotation(secretKey);

  function keySetOf(scope: SiteScope, now: Date): KeySet {
    const cached = keySets.get(scope.site.id);
    // A clock that was set back must not keep them longer.
    if (cached && Math.abs(now.getTime() - cached.readAt.getTime()) < rereadAfter) return cached;
    const keySet = { keys: loadOrMake(scope, now), readAt: now };
    keySets.set(scope.site.id, keySet);
    keySet.keys.catch(() => keySets.delete(scope.site.id));
    return keySet;
  }

  const keysOf = (scope: SiteScope, now: Date) => keySetOf(scope, now).keys;

  function formerKeysOf(scope: SiteScope, now: Date): Promise<PublicJwk[]> {
    const keySet = keySetOf(scope, now);
    if (!keySet.former) {
      keySet.former = listFormerKeys(scope, now);
      keySet.former.catch(() => keySets.delete(scope.site.id));
    }
    return keySet.former;
  }

  /** Two processes may each make the first key of a site: both are published, the younger one signs. */
  async function loadOrMake(scope: SiteScope, now: Date): Promise<SigningKey[]> {
    const keys = await listSigningKeys(scope, now);
    if (keys.length > 0) return keys;
    await insertSigningKey(scope, newSigningKey(scope.site.id, secretKey, now, now));
    return listSigningKeys(scope, now);
  }

  return {
    publicKeys: async (scope, now) => (await keysOf(scope, now)).map(({ publicJwk }) => publicJwk),
    async hintKeys(scope, now) {
      const keys = await keysOf(scope, now);
      return [...keys.map(({ publicJwk }) => publicJwk), ...(await formerKeysOf(scope, now))];
    },
    async signer(scope, now) {
      const keys = await keysOf(scope, now);
      // The only key of a site may have been made, at another process or for a request beside this one, a moment after
      // this one's now.
      const key = keys.find(({ activeFrom }) => activeFrom <= now) ?? keys.at(-1)!;
      let privateKey = opened.get(key.id);
      if (!privateKey) opened.set(key.id, (privateKey = unsealPrivateKey(scope.site.id, key, secretKey)));
      return { kid: key.publicJwk.kid, privateKey };
    },
    async rotate(context, how) {
      await perform(rotation, context, how);
      keySets.delete(context.site.id);
    },
  };
}
