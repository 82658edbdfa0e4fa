import type { ObjectStore } from "#lib/objects/object-store.ts";
import type { OutboundRules } from "#lib/outbound/send-request.ts";

/** Storage of file bytes, and the key that signs URLs of private files. */
export interface Storage {
  store: ObjectStore;
  key: Buffer;
  /** Network rules for fetching files from user-supplied addresses, if they differ from the public internet. */
  outbound?: OutboundRules | undefined;
}

export function storageOf({ storage }: { storage?: Storage | undefined }): Storage {
  if (!storage) throw new Error("This surface was opened without file storage.");
  return storage;
}

/** Returns the storage key of an object. */
export const objectKey = (siteId: string, objectId: string): string => `${siteId}/${objectId}`;
