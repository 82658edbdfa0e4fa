import { type Readable, Transform } from "node:stream";
import { openLocation } from "#lib/archive/open-location.ts";
import { archiveAddress } from "../export/archive-address.ts";

/** Opens an archive for reading. `onProgress` gets the part of it that was read. */
export async function openArchive(
  address: string,
  onProgress: (part: number) => void,
): Promise<{ name: string; bytes: Readable }> {
  const location = openLocation(archiveAddress(address));
  const { byteSize, bytes } = await location.open();
  let read = 0;
  onProgress(0);
  const counted = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      onProgress((read += chunk.length) / byteSize);
      done(null, chunk);
    },
  });
  bytes.on("error", (error) => counted.destroy(error));
  counted.on("close", () => bytes.destroy());
  // The reader gets the error, also one from before it starts to read. Without a listener, it would end the process.
  counted.on("error", () => {});
  return { name: location.name, bytes: bytes.pipe(counted) };
}
