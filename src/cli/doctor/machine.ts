import { access, constants, readdir, stat, statfs } from "node:fs/promises";
import path from "node:path";
import { type Config, ConfigError } from "#server/config.ts";
import { findSecretKey } from "#server/secret-key.ts";
import { type Check, note, ok, wrong } from "./check.ts";

const oldestNode = 24;

export function checkNode(version: string): Check {
  const isOld = Number(version.split(".")[0]) < oldestNode;
  return isOld ? wrong("Node", `${version} is too old. Lectern requires ${oldestNode} or later.`) : ok("Node", version);
}

const [megabyte, gigabyte] = [1e6, 1e9];

export async function checkDataFolder({ dataFolder }: Config): Promise<Check> {
  const name = "Data folder";
  const nearest = await nearestExisting(dataFolder);
  if (!nearest.isFolder) return wrong(name, `${nearest.folder} is not a folder. Move it, or set LECTERN_DATA.`);
  try {
    await access(nearest.folder, constants.W_OK | constants.X_OK);
  } catch {
    return wrong(name, `This user cannot write to ${nearest.folder}. Change its permissions, or set LECTERN_DATA.`);
  }
  const { bavail, bsize } = await statfs(nearest.folder);
  const free = bavail * bsize;
  const space = free < gigabyte ? `${Math.round(free / megabyte)} MB free` : `${Math.round(free / gigabyte)} GB free`;
  if (free < 200 * megabyte) return wrong(name, `${dataFolder}: only ${space}. Free disk space.`);
  return (await isEmpty(dataFolder))
    ? note(name, `${dataFolder} is new, ${space}`)
    : ok(name, `${dataFolder}, ${space}`);
}

/** Returns the path itself, or the nearest existing ancestor. */
async function nearestExisting(folder: string): Promise<{ folder: string; isFolder: boolean }> {
  const found = await stat(folder).catch(() => undefined);
  if (found) return { folder, isFolder: found.isDirectory() };
  return nearestExisting(path.dirname(folder));
}

/** Returns true if no server has used the folder yet. */
const isEmpty = async (folder: string) => (await readdir(folder).catch(() => [])).length === 0;

export async function checkSecrets(config: Config): Promise<Check> {
  const name = "Secrets";
  if (config.secretKey) return ok(name, "LECTERN_SECRET_KEY is set");
  const file = path.join(config.dataFolder, "secret.key");
  try {
    if (!findSecretKey(config)) return note(name, `${file} will be created at the first start`);
  } catch (error) {
    if (error instanceof ConfigError) return wrong(name, error.problems.join(" "));
    throw error;
  }
  const { mode } = await stat(file);
  if (mode & 0o077) return wrong(name, `${file} is readable by other users. Fix it: chmod 600 ${file}`);
  return ok(name, file);
}
