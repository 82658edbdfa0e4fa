import { type FileHandle, open, rename, rm } from "node:fs/promises";
import { promisify } from "node:util";
import { Finding, UsageError, whyUnusable } from "./failure.ts";

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
    try {
      await promisify<string, void>(process.stdout.write.bind(process.stdout))(text);
    } catch (error) {
      // `| head`: whoever reads it has enough.
      if (hasCode(error, "EPIPE")) throw new Finding("Nobody reads the rest.");
      throw error;
    }
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
    const why = whyUnusable(error, file);
    throw why === undefined ? error : new UsageError(why);
  }
}

const hasCode = (error: unknown, code: string) => error instanceof Error && "code" in error && error.code === code;
