import { hkdfSync, randomBytes } from "node:crypto";
import { linkSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { makeFoldersSync } from "#lib/make-folders.ts";
import { type Config, ConfigError } from "./config.ts";

/** The 32 bytes that encrypt keys in the database: the setting, or those that development keeps in its data folder. */
export function loadSecretKey({ secretKey, dataFolder }: Config): Buffer {
  if (secretKey) return secretKey;
  const file = path.join(dataFolder, "secret.key");
  const key = Buffer.from(readOrMake(file).trim(), "base64url");
  if (key.length === 32) return key;
  throw new ConfigError([
    `${file}: expected 32 bytes as base64url. Restore the file; without it no stored key can be read.`,
  ]);
}

/** A key of its own for each use of the secret. */
export const deriveKey = (secretKey: Buffer, use: string): Buffer =>
  Buffer.from(hkdfSync("sha256", secretKey, "", use, 32));

function readOrMake(file: string): string {
  const kept = readIfThere(file);
  if (kept !== undefined) return kept;

  makeFoldersSync(path.dirname(file));
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, `${randomBytes(32).toString("base64url")}\n`, { mode: 0o600, flush: true });
  try {
    // A link appears whole and never replaces: of two processes that start at once both read the first one's key.
    linkSync(draft, file);
  } catch (error) {
    if (!hasCode(error, "EEXIST")) throw error;
  } finally {
    rmSync(draft, { force: true });
  }
  return readFileSync(file, "utf8");
}

function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    if (hasCode(error, "ENOENT")) return undefined;
    throw error;
  }
}

const hasCode = (error: unknown, code: string) => error instanceof Error && "code" in error && error.code === code;
