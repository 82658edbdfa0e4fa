import { randomBytes } from "node:crypto";
import type { Storage } from "#domain/content/files/storage.ts";
import { openStore } from "#lib/objects/open-store.ts";
import type { Config } from "../config.ts";
import { deriveKey, loadSecretKey } from "../secret-key.ts";

/** Where the installation keeps files. A command hands out no addresses: its key signs nothing that anybody sees. */
export const openStorage = ({ storageUrl }: Config): Storage => ({
  store: openStore(storageUrl),
  key: randomBytes(32),
});

/** The same for a command that shows addresses of files: they are signed as the server signs them. */
export const openSigningStorage = (config: Config): Storage => ({
  ...openStorage(config),
  key: deriveKey(loadSecretKey(config), "lectern files"),
});
