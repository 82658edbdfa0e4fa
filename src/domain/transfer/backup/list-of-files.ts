import { createReadStream, createWriteStream } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { pipeline } from "node:stream/promises";
import { copyQuery } from "#database/copy/copy-out.ts";
import type { CopyClient } from "#database/copy/open-copy-client.ts";

/** The keys of all files that the database owns, in a temporary file, because there may be millions. */
export interface ListOfFiles extends AsyncDisposable {
  count: number;
  keys(): AsyncIterable<string>;
}

/** Objects with a release time are not owned: they belong to requests in progress or wait for removal. */
const ownedKeys = `
  select site_id || '/' || id from stored_objects where released_at is null order by site_id, id`;

export async function listFiles(client: CopyClient): Promise<ListOfFiles> {
  const folder = await mkdtemp(path.join(tmpdir(), "lectern-backup-"));
  const dispose = () => rm(folder, { recursive: true, force: true });
  try {
    const file = path.join(folder, "files");
    let count = 0;
    await pipeline(
      copyQuery(client, ownedKeys),
      async function* (chunks: AsyncIterable<Buffer>) {
        for await (const chunk of chunks) {
          for (const byte of chunk) if (byte === 0x0a) count++;
          yield chunk;
        }
      },
      createWriteStream(file, { mode: 0o600 }),
    );
    return {
      count,
      keys: () => createInterface({ input: createReadStream(file), crlfDelay: Infinity }),
      [Symbol.asyncDispose]: dispose,
    };
  } catch (error) {
    await dispose();
    throw error;
  }
}
