import { chmod, open, readFile, rename, rm, stat } from "node:fs/promises";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import * as z from "zod";
import { makeFolders } from "#lib/files/make-folders.ts";
import { RemoteError } from "../terminal/errors.ts";
import { parseJson } from "#lib/json/parse-json.ts";

const SignIn = z.object({
  clientId: z.string(),
  accessToken: z.string(),
  refreshToken: z.string(),
  scope: z.string(),
  /** Expiry of the access token, in milliseconds since 1970. */
  expiresAt: z.number(),
});
export type SignIn = z.output<typeof SignIn>;

/** `credentials.json`: sign-ins by origin, and the site that commands use by default. */
const Credentials = z.object({ current: z.string().nullable(), sites: z.record(z.string(), SignIn) });
type Credentials = z.output<typeof Credentials>;

const pathIn = (folder: string) => path.join(folder, "credentials.json");

export async function readCredentials(folder: string): Promise<Credentials> {
  const file = pathIn(folder);
  const text = await readFile(file, "utf8").catch((error: unknown) => {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw error;
  });
  if (text === undefined) return { current: null, sites: {} };
  const parsed = Credentials.safeParse(parseJson(text));
  if (parsed.success) return parsed.data;
  throw new RemoteError("unreadable_credentials", `${file} is not readable. Delete it and sign in again.`);
}

/** Changes the file under a lock. A refresh token works once: concurrent commands must not use the same one. */
export async function changeCredentials<Result>(
  folder: string,
  change: (credentials: Credentials) => Promise<Result> | Result,
): Promise<Result> {
  await makeFolders(folder);
  await chmod(folder, 0o700);
  const lock = await takeLock(path.join(folder, "credentials.lock"));
  try {
    const credentials = await readCredentials(folder);
    const result = await change(credentials);
    await replace(pathIn(folder), `${JSON.stringify(credentials, null, 2)}\n`);
    return result;
  } finally {
    await rm(lock, { force: true });
  }
}

/** Writes a file that only this user can read, and replaces the former one atomically. */
async function replace(file: string, text: string): Promise<void> {
  const draft = `${file}.${process.pid}`;
  await rm(draft, { force: true });
  const handle = await open(draft, "wx", 0o600);
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(draft, file);
}

const staleLockMs = 60_000;
const lockRetryMs = 50;

async function takeLock(file: string): Promise<string> {
  for (let waited = 0; waited < 2 * staleLockMs; waited += lockRetryMs) {
    try {
      await (await open(file, "wx", 0o600)).close();
      return file;
    } catch (error) {
      if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
    }
    const since = await stat(file).then(
      ({ mtimeMs }) => mtimeMs,
      () => Date.now(),
    );
    if (Date.now() - since > staleLockMs) await rm(file, { force: true });
    else await delay(lockRetryMs);
  }
  throw new RemoteError("busy", `Another command holds ${file}. Delete it if no other command is running.`);
}
