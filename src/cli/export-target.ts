import { once } from "node:events";
import { type FileHandle, open, rename, rm } from "node:fs/promises";
import { UsageError } from "./failure.ts";

/** Where an export goes. */
export interface ExportTarget {
  write: (text: string) => Promise<void>;
  /** All of it is there: only now it has its name. */
  keep(): Promise<void>;
  /** What was not kept is not there. */
  close(): Promise<void>;
}

export const openExportTarget = (file: string | undefined): Promise<ExportTarget> =>
  file === undefined ? Promise.resolve(toStdout) : toFile(file);

const toStdout: ExportTarget = {
  async write(text) {
    if (!process.stdout.write(text)) await once(process.stdout, "drain");
  },
  async keep() {},
  async close() {},
};

async function toFile(file: string): Promise<ExportTarget> {
  const draft = `${file}.part`;
  const handle = await openDraft(draft, file);
  let isKept = false;
  return {
    write: (text) => handle.writeFile(text),
    async keep() {
      await handle.sync();
      await rename(draft, file);
      isKept = true;
    },
    async close() {
      await handle.close();
      if (!isKept) await rm(draft, { force: true });
    },
  };
}

/** For whoever runs the command alone: people are in it. */
async function openDraft(draft: string, file: string): Promise<FileHandle> {
  try {
    return await open(draft, "w", 0o600);
  } catch (error) {
    if (error instanceof Error && "code" in error) {
      throw new UsageError(`${file} cannot be written (${String(error.code)}): is its folder there, and yours?`);
    }
    throw error;
  }
}
