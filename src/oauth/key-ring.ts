import type { KeyObject } from "node:crypto";
import { LRUCache } from "lru-cache";
import type { RequestContext, SiteScope } from "#domain/platform/context.ts";
import { perform } from "#domain/platform/operation.ts";
import type { Site } from "#domain/platform/site/site.ts";
import { type ChangeBus, noSiblings } from "#lib/work/change-bus.ts";
import { signingKeyRotation } from "./rotate-signing-key.ts";
import { newSigningKey, type PublicJwk, type SigningKey, unsealPrivateKey } from "./signing-key.ts";
import { insertSigningKey, listFormerKeys, listSigningKeys } from "./signing-keys.ts";
import type { Signer } from "./signer.ts";

/**
 * The decrypted signing keys of all sites. Published and signing keys come from a cache of a few seconds. This is far
 * less than the time a new key waits before it signs, and bounds how long this process uses a withdrawn key.
 */
export interface KeyRing {
  /** RFC 7517 §5, as JSON: current, future and retired keys whose signatures have not expired. */
  publicKeySet(scope: SiteScope, now: Date): Promise<string>;
  /** The key set that `publicKeySet` returned last, while the cache holds it. */
  knownKeySet(site: Pick<Site, "id">, now: Date): string | undefined;
  /** Published and former keys: an id_token_hint may be older than the key set. */
  hintKeys(scope: SiteScope, now: Date): Promise<PublicJwk[]>;
  signer(scope: SiteScope, now: Date): Promise<Signer>;
  /** For operators; this process and its siblings use the new key immediately. */
  rotate(context: RequestContext, how: { immediately: boolean }): Promise<void>;
}

const rereadAfter = 5000;

interface KeySet {
  keys: Promise<SigningKey[]>;
  /** Serialized once, as soon as the keys are loaded. */
  text?: string;
  /** Loaded with the first hint. */
  former?: Promise<PublicJwk[]>;
  readAt: Date;
}

/** The absolute value guards against a clock that was set back. */
const isCurrent = ({ readAt }: KeySet, now: Date): boolean => Math.abs(now.getTime() - readAt.getTime()) < rereadAfter;

export function openKeyRing(secretKey: Buffer, siblings: ChangeBus = noSiblings): KeyRing {
  const keySets = new LRUCache<string, KeySet>({ max: 5000 });
  const opened = new LRUCache<string, KeyObject>({ max: 5000 });
  const rotation = signingKeyRotation(secretKey);
  siblings.on("signing_keys", (siteId) => keySets.delete(siteId));

  function keySetOf(scope: SiteScope, now: Date): KeySet {
    const cached = keySets.get(scope.site.id);
    if (cached && isCurrent(cached, now)) return cached;
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

  /** Two processes may each create the first key of a site: both are published, and the younger one signs. */
  async function loadOrMake(scope: SiteScope, now: Date): Promise<SigningKey[]> {
    const keys = await listSigningKeys(scope, now);
    if (keys.length > 0) return keys;
    await insertSigningKey(scope, newSigningKey(scope.site.id, secretKey, now, now));
    return listSigningKeys(scope, now);
  }

  return {
    async publicKeySet(scope, now) {
      const keySet = keySetOf(scope, now);
      const keys = await keySet.keys;
      return (keySet.text ??= JSON.stringify({ keys: keys.map(({ publicJwk }) => publicJwk) }));
    },
    knownKeySet({ id }, now) {
      const cached = keySets.get(id);
      return cached && isCurrent(cached, now) ? cached.text : undefined;
    },
    async hintKeys(scope, now) {
      const keys = await keysOf(scope, now);
      return [...keys.map(({ publicJwk }) => publicJwk), ...(await formerKeysOf(scope, now))];
    },
    async signer(scope, now) {
      const keys = await keysOf(scope, now);
      // Another process or concurrent request may have created the only key moments after this request's `now`.
      const key = keys.find(({ activeFrom }) => activeFrom <= now) ?? keys.at(-1);
      if (!key) throw new Error("The site has no signing key.");
      let privateKey = opened.get(key.id);
      if (!privateKey) opened.set(key.id, (privateKey = unsealPrivateKey(scope.site.id, key, secretKey)));
      return { kid: key.publicJwk.kid, privateKey };
    },
    async rotate(context, how) {
      await perform(rotation, context, how);
      keySets.delete(context.site.id);
      await siblings.announce("signing_keys", context.site.id);
    },
  };
}
