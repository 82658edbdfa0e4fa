import { open, rename, rm } from "node:fs/promises";
import { promisify } from "node:util";
import { nameFile } from "#lib/name-file.ts";
import { Finding } from "./failure.ts";

/** The destination of an export. */
export interface ExportTarget {
  write: (content: string | Buffer) => Promise<void>;
  /** Gives the complete file its final name. */
  keep(): Promise<void>;
  /** Discards the file unless `keep` was called. */
  close(): Promise<void>;
}

export const openExportTarget = (file: string | undefined): Promise<ExportTarget> =>
  file === undefined ? Promise.resolve(toStdout) : toFile(file);

const toStdout: ExportTarget = {
  async write(content) {
    try {
      await promisify<string | Buffer, void>(process.stdout.write.bind(process.stdout))(content);
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
  const named = <Value>(work: Promise<Value>): Promise<Value> =>
    work.catch((error: unknown) => {
      throw nameFile(error, file);
    });
  // Readable only by the current user, because it contains personal data.
  const handle = await named(open(draft, "w", 0o600));
  let isKept = false;
  return {
    write: (content) => named(handle.writeFile(content)),
    async keep() {
      await named(handle.sync());
      await rename(draft, file);
      isKept = true;
    },
    async close() {
      await handle.close();
      if (!isKept) await rm(draft, { force: true });
    },
  };
}

const hasCode = (error: unknown, code: string) => error instanceof Error && "code" in error && error.code === code;
