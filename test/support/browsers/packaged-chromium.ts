import { execFile } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const packageFolder = path.join(path.dirname(fileURLToPath(import.meta.resolve("@sparticuz/chromium"))), "..");

const { version } = JSON.parse(fs.readFileSync(path.join(packageFolder, "package.json"), "utf8")) as {
  version: string;
};

/** The packaged Chromium, unpacked once per version, with its libraries and fonts. */
export const packagedChromium = async (): Promise<{ executablePath: string; env: Record<string, string> }> => {
  const folder = cacheFolders.find(isReady) ?? (await unpackIntoFirst(cacheFolders));
  const libraries = [path.join(folder, "al2023/lib"), process.env["LD_LIBRARY_PATH"]].filter(Boolean).join(":");
  const inherited = Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return {
    executablePath: path.join(folder, "chromium"),
    env: {
      ...Object.fromEntries(inherited),
      LD_LIBRARY_PATH: libraries,
      FONTCONFIG_FILE: path.join(folder, "fonts.conf"),
    },
  };
};

/** Next to the dependencies, or, if they belong to another user, in a folder of this user. */
const cacheFolders = [
  path.resolve(packageFolder, "../../.cache", `chromium-${version}`),
  path.join(os.tmpdir(), `lectern-chromium-${version}-${process.getuid?.() ?? "user"}`),
];

/** Complete, executable, and owned by root or this user: the temporary folder is writable by all. */
const isReady = (folder: string): boolean => {
  try {
    const { uid } = fs.statSync(folder);
    fs.accessSync(path.join(folder, "ready"));
    fs.accessSync(path.join(folder, "chromium"), fs.constants.X_OK);
    return uid === 0 || uid === process.getuid?.() || !folder.startsWith(os.tmpdir());
  } catch {
    return false;
  }
};

const unpackIntoFirst = async (folders: readonly string[]): Promise<string> => {
  for (const folder of folders) {
    const unfinished = beside(folder);
    if (unfinished === undefined) continue;
    try {
      await unpack(unfinished, folder);
      if (publish(unfinished, folder)) return folder;
    } finally {
      fs.rmSync(unfinished, { recursive: true, force: true });
    }
  }
  throw new Error(`Chromium cannot be unpacked into any of ${folders.join(", ")}: set CHROMIUM to a browser`);
};

/** A new folder next to the given one, or undefined without write permission. */
const beside = (folder: string): string | undefined => {
  try {
    fs.mkdirSync(path.dirname(folder), { recursive: true });
    return fs.mkdtempSync(`${folder}.`);
  } catch {
    return undefined;
  }
};

/** `inflate` unpacks into the temporary folder of its process, so it gets a separate process. */
const unpack = async (unfinished: string, folder: string): Promise<void> => {
  const archives = fs.readdirSync(path.join(packageFolder, "bin")).map((name) => path.join(packageFolder, "bin", name));
  const script = `const [entry, ...archives] = process.argv.slice(1);
    const { inflate } = await import(entry);
    await Promise.all(archives.map((archive) => inflate(archive)));`;
  const entry = import.meta.resolve("@sparticuz/chromium");
  await promisify(execFile)(process.execPath, ["--input-type=module", "--eval", script, entry, ...archives], {
    env: { ...process.env, TMPDIR: unfinished, NODE_OPTIONS: "" },
  });
  fs.writeFileSync(path.join(unfinished, "fonts.conf"), fontsConfiguration(folder));
  fs.chmodSync(path.join(unfinished, "chromium"), 0o755);
  fs.chmodSync(unfinished, 0o755);
  fs.writeFileSync(path.join(unfinished, "ready"), "");
};

const fontsConfiguration = (folder: string): string => `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <include ignore_missing="yes">/etc/fonts/fonts.conf</include>
  <dir>/usr/share/fonts</dir>
  <dir>${folder}/fonts</dir>
  <cachedir>${folder}/fontconfig</cachedir>
  <cachedir prefix="xdg">fontconfig</cachedir>
</fontconfig>
`;

/** Renaming is atomic: of two concurrent processes one wins and the other uses its result. */
const publish = (unfinished: string, folder: string): boolean => {
  try {
    fs.renameSync(unfinished, folder);
  } catch {
    // Another process's folder exists and is used if complete.
  }
  return isReady(folder);
};
