import { randomBytes } from "node:crypto";
import type { Storage } from "#domain/files/storage.ts";
import { openStore } from "#lib/objects/open-store.ts";
import type { Config } from "../config.ts";

/** Where the installation keeps files. A command hands out no addresses: its key signs nothing that anybody sees. */
export const openStorage = ({ storageUrl }: Config): Storage => ({
  store: openStore(storageUrl),
  key: randomBytes(32),
});
