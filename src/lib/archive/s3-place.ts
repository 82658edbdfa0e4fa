import { Readable } from "node:stream";
import { connect } from "../objects/s3-store.ts";
import type { ArchivePlace } from "./archive-place.ts";

const megabyte = 1024 * 1024;

/** A bucket accepts 10,000 parts. These grow with the archive, so that small ones need little memory: 5 TB in total. */
const sizeOfPart = (number: number): number => (16 + 110 * Math.floor((number - 1) / 1000)) * megabyte;

/** Bytes per request when reading. Requests are repeated by the library, a broken long download is not. */
const readSize = 16 * megabyte;

/** An object at the path of the address. */
export function openS3Place(address: URL): ArchivePlace {
  const Bucket = address.hostname;
  const Key = decodeURIComponent(address.pathname.replace(/^\/+/, ""));
  const at = { Bucket, Key };
  let opened: ReturnType<typeof connect> | undefined;
  const open = () => (opened ??= connect(address));

  async function sizeOf(): Promise<number | undefined> {
    const { library, client } = await open();
    try {
      return (await client.send(new library.HeadObjectCommand(at))).ContentLength ?? 0;
    } catch (error) {
      if (error instanceof library.NotFound || error instanceof library.NoSuchKey) return undefined;
      throw error;
    }
  }

  async function* read(size: number): AsyncGenerator<Buffer> {
    const { library, client } = await open();
    for (let start = 0; start < size; start += readSize) {
      const Range = `bytes=${start}-${Math.min(start + readSize, size) - 1}`;
      const { Body } = await client.send(new library.GetObjectCommand({ ...at, Range }));
      if (!Body) throw new Error(`The storage returned no content for ${Range}.`);
      yield Buffer.from(await Body.transformToByteArray());
    }
  }

  return {
    name: `s3://${Bucket}/${Key}`,
    exists: async () => (await sizeOf()) !== undefined,
    async write(bytes) {
      const { library, client } = await open();
      const { UploadId } = await client.send(
        new library.CreateMultipartUploadCommand({ ...at, ContentType: "application/x-tar" }),
      );
      const upload = { ...at, UploadId };
      try {
        const Parts: { PartNumber: number; ETag: string | undefined }[] = [];
        for await (const Body of inParts(bytes)) {
          const PartNumber = Parts.length + 1;
          const { ETag } = await client.send(new library.UploadPartCommand({ ...upload, PartNumber, Body }));
          Parts.push({ PartNumber, ETag });
        }
        await client.send(new library.CompleteMultipartUploadCommand({ ...upload, MultipartUpload: { Parts } }));
      } catch (error) {
        // A bucket keeps, and charges for, the parts of an upload that is not aborted.
        await client.send(new library.AbortMultipartUploadCommand(upload)).catch(() => {});
        throw error;
      }
    },
    async open() {
      const byteSize = await sizeOf();
      if (byteSize === undefined) throw new Error(`s3://${Bucket}/${Key} does not exist.`);
      return { byteSize, bytes: Readable.from(read(byteSize), { objectMode: false }) };
    },
    async remove() {
      const { library, client } = await open();
      await client.send(new library.DeleteObjectCommand(at));
    },
  };
}

async function* inParts(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let pieces: Buffer[] = [];
  let length = 0;
  let number = 1;
  for await (const piece of bytes) {
    pieces.push(piece);
    length += piece.length;
    for (let size = sizeOfPart(number); length >= size; size = sizeOfPart(number)) {
      const whole = Buffer.concat(pieces, length);
      yield whole.subarray(0, size);
      number++;
      pieces = [whole.subarray(size)];
      length -= size;
    }
  }
  if (length > 0 || number === 1) yield Buffer.concat(pieces, length);
}
