import { type FileHandle, open, rename, rm } from "node:fs/promises";
import { promisify } from "node:util";
import { Finding, UsageError, whyUnusable } from "./failure.ts";

/** The destination of an export. */
export interface ExportTarget {
  write: (text: string) => Promise<void>;
  /** Gives the complete file its final name. */
  keep(): Promise<void>;
  /** Discards the file unless `keep` was called. */
  close(): Promise<void>;
}

export const openExportTarget = (file: string | undefined): Promise<ExportTarget> =>
  file === undefined ? Promise.resolve(toStdout) : toFile(file);

const toStdout: ExportTarget = {
  async write(text) {
    try {
      await promisify<string, void>(process.stdout.write.bind(process.stdout))(text);
    } catch (error) {
      // The reader has closed the pipe, as in `| head`.
      if (hasCode(error, "EPIPE")) throw new Finding("The reader closed the output.");
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

/** Readable only by the current user, because it contains personal data. */
async function openDraft(draft: string, file: string): Promise<FileHandle> {
  try {
    return await open(draft, "w", 0o600);
  } catch (error) {
    const why = whyUnusable(error, file);
    throw why === undefined ? error : new UsageError(why);
  }
}

const hasCode = (error: unknown, code: string) => error instanceof Error && "code" in error && error.code === code;
