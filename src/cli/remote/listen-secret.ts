import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { newWebhookSecret } from "#domain/webhooks/endpoints/webhook-secret.ts";
import { makeFolders } from "#lib/files/make-folders.ts";
import { RemoteError } from "../terminal/errors.ts";

/**
 * Returns the secret that signs forwarded events. It is created once and stored in the user's folder, so that a
 * receiver keeps its setting when the command starts again.
 */
export async function listenSecret(folder: string): Promise<string> {
  const file = path.join(folder, "listen-secret");
  await makeFolders(folder, 0o700);
  try {
    const secret = newWebhookSecret();
    await writeFile(file, `${secret}\n`, { mode: 0o600, flag: "wx" });
    return secret;
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
  }
  const stored = (await readFile(file, "utf8")).trim();
  if (/^whsec_[A-Za-z0-9+/]{43}=$/.test(stored)) return stored;
  throw new RemoteError("unreadable_secret", `${file} is not readable. Delete it to create a new secret.`);
}
