import { randomBytes } from "node:crypto";
import type { Storage } from "#domain/platform/storage/storage.ts";
import { openStore } from "#lib/objects/open-store.ts";
import type { Config } from "#server/config.ts";
import { deriveKey, loadSecretKey } from "#server/secret-key.ts";

/** Opens the file storage of the installation. The signing key is random: commands do not print file addresses. */
export const openStorage = ({ storageUrl }: Config): Storage => ({
  store: openStore(storageUrl),
  key: randomBytes(32),
});

/** Opens the file storage with the server's signing key, for commands that print file addresses. */
export const openSigningStorage = (config: Config): Storage => ({
  ...openStorage(config),
  key: deriveKey(loadSecretKey(config), "lectern files"),
});
