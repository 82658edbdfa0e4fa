import { hash } from "node:crypto";
import { Readable } from "node:stream";
import { connect } from "#lib/objects/s3-store.ts";
import { outageOf } from "#lib/objects/s3-outage.ts";
import type { ArchiveLocation } from "./archive-location.ts";
import { UnusableArchive } from "./unusable-archive.ts";

const megabyte = 1024 * 1024;

/** A bucket accepts 10,000 parts. These grow with the archive, so that small ones need little memory: 5 TB in total. */
const sizeOfPart = (number: number): number => (16 + 110 * Math.floor((number - 1) / 1000)) * megabyte;

/** An archive of this size needs one request instead of three. Shorter than a part. */
const oneRequest = megabyte;

/** Bytes per request when reading. Requests are repeated by the library, a broken long download is not. */
const readSize = 16 * megabyte;

type Connected = ReturnType<typeof connect>;

/** Returns a function that opens one client for the address, on first use. */
export function connectOnce(address: URL): () => Connected {
  let opened: Connected | undefined;
  return () => (opened ??= connect(address));
}

/** An object at the path of the address. */
export function openS3Location(address: URL, open = connectOnce(address)): ArchiveLocation {
  const Bucket = address.hostname;
  const Key = decodeURIComponent(address.pathname.replace(/^\/+/, ""));
  const at = { Bucket, Key };

  async function sizeOf(): Promise<number | undefined> {
    const { library, client } = await open();
    try {
      return (await client.send(new library.HeadObjectCommand(at))).ContentLength ?? 0;
    } catch (error) {
      if (error instanceof library.NotFound || error instanceof library.NoSuchKey) return undefined;
      throw outageOf(error) ?? error;
    }
  }

  async function* read(size: number): AsyncGenerator<Buffer> {
    const { library, client } = await open();
    for (let start = 0; start < size; start += readSize) {
      const Range = `bytes=${start}-${Math.min(start + readSize, size) - 1}`;
      const { Body } = await orOutage(client.send(new library.GetObjectCommand({ ...at, Range })));
      if (!Body) throw new Error(`The storage returned no content for ${Range}.`);
      yield Buffer.from(await Body.transformToByteArray());
    }
  }

  async function put(Body: Buffer): Promise<void> {
    const { library, client } = await open();
    const ChecksumSHA256 = hash("sha256", Body, "base64");
    await orOutage(
      client.send(new library.PutObjectCommand({ ...at, Body, ContentLength: Body.length, ChecksumSHA256 })),
    );
  }

  return {
    name: `s3://${Bucket}/${Key}`,
    exists: async () => (await sizeOf()) !== undefined,
    // A bucket reveals only with the upload that it refuses it.
    requireWritable: () => Promise.resolve(),
    async write(bytes) {
      const { library, client } = await open();
      const parts = inParts(bytes);
      const first = await parts.next();
      if (first.done) throw new Error("There is always a first part.");
      if (first.value.length <= oneRequest) return put(first.value);
      const { UploadId } = await orOutage(
        client.send(new library.CreateMultipartUploadCommand({ ...at, ContentType: "application/x-tar" })),
      );
      const upload = { ...at, UploadId };
      try {
        const Parts: { PartNumber: number; ETag: string | undefined }[] = [];
        for await (const Body of startingWith(first.value, parts)) {
          const PartNumber = Parts.length + 1;
          const { ETag } = await orOutage(client.send(new library.UploadPartCommand({ ...upload, PartNumber, Body })));
          Parts.push({ PartNumber, ETag });
        }
        await orOutage(
          client.send(new library.CompleteMultipartUploadCommand({ ...upload, MultipartUpload: { Parts } })),
        );
      } catch (error) {
        // A bucket keeps, and charges for, the parts of an upload that is not aborted.
        await client.send(new library.AbortMultipartUploadCommand(upload)).catch(() => {});
        throw error;
      }
    },
    async open() {
      const byteSize = await sizeOf();
      if (byteSize === undefined) throw new UnusableArchive(`s3://${Bucket}/${Key} does not exist.`);
      return { byteSize, bytes: Readable.from(read(byteSize), { objectMode: false }) };
    },
    async remove() {
      const { library, client } = await open();
      await orOutage(client.send(new library.DeleteObjectCommand(at)));
    },
  };
}

/** Lists the names directly below a prefix of the bucket. */
export async function listS3Names(address: URL, prefix: string, open = connectOnce(address)): Promise<string[]> {
  const { library, client } = await open();
  const names: string[] = [];
  for (let token: string | undefined, isFirst = true; isFirst || token !== undefined; isFirst = false) {
    const page = await orOutage(
      client.send(
        new library.ListObjectsV2Command({
          Bucket: address.hostname,
          Prefix: prefix,
          Delimiter: "/",
          ...(token !== undefined && { ContinuationToken: token }),
        }),
      ),
    );
    names.push(...(page.Contents ?? []).map(({ Key = "" }) => Key.slice(prefix.length)));
    token = page.NextContinuationToken;
  }
  return names;
}

/** Reports an error of the storage as such, not one of the archive's source. */
async function orOutage<Answer>(call: Promise<Answer>): Promise<Answer> {
  try {
    return await call;
  } catch (error) {
    throw outageOf(error) ?? error;
  }
}

async function* startingWith(first: Buffer, others: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield first;
  yield* others;
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
