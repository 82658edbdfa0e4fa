import { errorOf } from "../error-of.ts";
import { type ArchiveWriter, writeArchive } from "./write-archive.ts";

/**
 * Produces an archive while `write` stores its bytes. Throws the error that came first: of the producer, or of the
 * store. Each of them makes the other one fail as well.
 */
export async function streamArchive<Result>(
  now: Date,
  produce: (archive: ArchiveWriter) => Promise<Result>,
  write: (bytes: AsyncIterable<Buffer>) => Promise<void>,
): Promise<Result> {
  const archive = writeArchive(now);
  const produced = produce(archive).catch((error: unknown) => {
    archive.destroy(errorOf(error));
    throw error;
  });
  produced.catch(() => {});
  let endedWithError = false;
  async function* bytes(): AsyncGenerator<Buffer> {
    try {
      yield* archive.bytes;
    } catch (error) {
      endedWithError = true;
      throw error;
    }
  }
  try {
    await write(bytes());
  } catch (error) {
    archive.destroy(errorOf(error));
    if (endedWithError) await produced;
    await produced.catch(() => {});
    throw error;
  }
  return produced;
}
