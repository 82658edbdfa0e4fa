import type { ObjectStore } from "#lib/objects/object-store.ts";
import type { OutboundRules } from "#lib/outbound/fetch-bytes.ts";
import type { Context } from "#domain/platform/context.ts";

/** Where the bytes of files are and come from, and the key that addresses of private ones are signed with. */
export interface Storage {
  store: ObjectStore;
  key: Buffer;
  /** How files at addresses that clients name are fetched, where that is not as from the public internet. */
  outbound?: OutboundRules | undefined;
}

export function storageOf({ storage }: Pick<Context, "storage">): Storage {
  if (!storage) throw new Error("This surface was opened without a place for files.");
  return storage;
}

/** Where the bytes of an object lie. */
export const objectKey = (siteId: string, objectId: string): string => `${siteId}/${objectId}`;
