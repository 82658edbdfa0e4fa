import { open, realpath, rename, rm, stat } from "node:fs/promises";
import { promisify } from "node:util";
import { naming } from "#lib/text/naming.ts";
import { openDraft } from "#lib/files/open-draft.ts";
import { Finding } from "../terminal/errors.ts";
import { hasCode } from "#lib/error-of.ts";

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
  const existing = await stat(file).catch(() => undefined);
  // A pipe or a device takes the bytes: a draft would replace it.
  return existing && !existing.isFile() ? toDevice(file) : toDraftOf(file, existing ? await realpath(file) : file);
}

async function toDevice(file: string): Promise<ExportTarget> {
  const handle = await naming(file, open(file, "w"));
  return {
    write: (content) => naming(file, handle.writeFile(content)),
    async keep() {},
    close: () => handle.close(),
  };
}

/** `target`: the file itself, if the name is a link to it. */
async function toDraftOf(file: string, target: string): Promise<ExportTarget> {
  const draft = `${target}.part`;
  const handle = await naming(file, openDraft(draft));
  let isKept = false;
  return {
    write: (content) => naming(file, handle.writeFile(content)),
    async keep() {
      await naming(file, handle.sync());
      await rename(draft, target);
      isKept = true;
    },
    async close() {
      await handle.close();
      if (!isKept) await rm(draft, { force: true });
    },
  };
}
