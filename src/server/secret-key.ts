import { hkdfSync, randomBytes } from "node:crypto";
import { linkSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { makeFoldersSync } from "#lib/files/make-folders.ts";
import { predecessorOf, succeedKey } from "#lib/secrets/previous-keys.ts";
import { type Config, ConfigError } from "./config.ts";
import { hasCode } from "#lib/error-of.ts";

/** The configured secret key differs from the one that sealed the database. */
export class WrongSecretKey extends Error {
  override name = "WrongSecretKey";
}

/**
 * Returns the 32 bytes that encrypt secrets in the database: from the setting, or from the data folder in development.
 */
export const loadSecretKey = (config: Config): Buffer =>
  afterPrevious(config, config.secretKey ?? parse(fileOf(config), readOrMake(fileOf(config))));

/** Like `loadSecretKey`, but returns undefined if no key exists yet. */
export function findSecretKey(config: Config): Buffer | undefined {
  if (config.secretKey) return afterPrevious(config, config.secretKey);
  const keyText = readIfThere(fileOf(config));
  return keyText === undefined ? undefined : afterPrevious(config, parse(fileOf(config), keyText));
}

const afterPrevious = ({ previousSecretKey }: Config, key: Buffer): Buffer =>
  previousSecretKey ? succeedKey(key, previousSecretKey) : key;

const fileOf = ({ dataFolder }: Config) => path.join(dataFolder, "secret.key");

function parse(file: string, text: string): Buffer {
  const key = Buffer.from(text.trim(), "base64url");
  if (key.length === 32) return key;
  throw new ConfigError([
    `${file}: expected 32 bytes as base64url. Restore the file; stored secrets cannot be decrypted without it.`,
  ]);
}

/** Derives a separate key per use. It succeeds the key that is derived from the predecessor. */
export function deriveKey(secretKey: Buffer, use: string): Buffer {
  const key = Buffer.from(hkdfSync("sha256", secretKey, "", use, 32));
  const predecessor = predecessorOf(secretKey);
  return predecessor ? succeedKey(key, deriveKey(predecessor, use)) : key;
}

/** A fingerprint of the key, which cannot be reversed. */
export const fingerprintOf = (secretKey: Buffer): Buffer => deriveKey(secretKey, "lectern key fingerprint");

function readOrMake(file: string): string {
  const keyText = readIfThere(file);
  if (keyText !== undefined) return keyText;

  makeFoldersSync(path.dirname(file));
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, `${randomBytes(32).toString("base64url")}\n`, { mode: 0o600, flush: true });
  try {
    // A hard link is atomic and never replaces: of two processes that start at the same time, both read the first one's key.
    linkSync(draft, file);
  } catch (error) {
    if (!hasCode(error, "EEXIST")) throw error;
  } finally {
    rmSync(draft, { force: true });
  }
  return read(file);
}

function readIfThere(file: string): string | undefined {
  try {
    return read(file);
  } catch (error) {
    if (error instanceof UnreadableKey && error.code === "ENOENT") return undefined;
    throw error;
  }
}

class UnreadableKey extends ConfigError {
  readonly code: string;

  constructor(file: string, code: string) {
    super([
      `${file} cannot be read (${code}). It must be a file with the secret key that the user with uid ${process.getuid?.()} can read.`,
    ]);
    this.code = code;
  }
}

function read(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    if (!(error instanceof Error && "code" in error)) throw error;
    throw new UnreadableKey(file, String(error.code));
  }
}
