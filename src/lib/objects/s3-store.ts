import { Readable } from "node:stream";
import type { PutObjectCommand, S3Client } from "@aws-sdk/client-s3";
import { asRecord } from "#lib/is-record.ts";
import { MissingObject, type ObjectFacts, type ObjectStore, requireKey } from "./object-store.ts";

/**
 * Stores objects in an S3-compatible bucket:
 * `s3://key:secret@bucket/prefix?region=eu-west-1&endpoint=https://s3.example`. Without a key, uses the machine's
 * role; without an endpoint, AWS. Loads the library on first use, because it takes tens of megabytes.
 */
export function openS3Store(address: URL): ObjectStore {
  const bucket = address.hostname;
  const prefix = address.pathname.replace(/^\/+|\/+$/g, "");
  const at = (key: string) => ({
    Bucket: bucket,
    Key: prefix === "" ? requireKey(key) : `${prefix}/${requireKey(key)}`,
  });
  let opened: Promise<{ library: typeof import("@aws-sdk/client-s3"); client: S3Client }> | undefined;
  const open = () => (opened ??= connect(address));

  return {
    async put(key, bytes, facts) {
      const { library, client } = await open();
      const command = new library.PutObjectCommand({
        ...at(key),
        Body: Readable.from(bytes),
        ContentLength: facts.byteSize,
        ContentType: facts.contentType,
        ChecksumSHA256: facts.sha256.toString("base64"),
      });
      signBytes(command, facts);
      await client.send(command, { abortSignal: AbortSignal.timeout(putTimeout) });
    },

    async read(key, range) {
      const { library, client } = await open();
      const part = range && { Range: `bytes=${range.start}-${range.end}` };
      try {
        const { Body } = await client.send(new library.GetObjectCommand({ ...at(key), ...part }));
        if (!(Body instanceof Readable)) throw new Error("The object store sent no content.");
        return Body;
      } catch (cause) {
        throw cause instanceof library.NoSuchKey ? new MissingObject(key, { cause }) : cause;
      }
    },

    async remove(key) {
      const { library, client } = await open();
      await client.send(new library.DeleteObjectCommand(at(key)));
    },
  };
}

/** Timeout in milliseconds for storing one object. */
const putTimeout = 3_600_000;

async function connect({ username, password, searchParams }: URL) {
  const library = await import("@aws-sdk/client-s3");
  const endpoint = searchParams.get("endpoint");
  const client = new library.S3Client({
    region: searchParams.get("region") ?? "us-east-1",
    // Many stores do not support a host per bucket.
    ...(endpoint !== null && { endpoint, forcePathStyle: true }),
    ...(username !== "" && {
      credentials: { accessKeyId: decodeURIComponent(username), secretAccessKey: decodeURIComponent(password) },
    }),
    // Errors are thrown, so the library need not log them.
    logger: { debug() {}, info() {}, warn() {}, error() {} },
    // Some stores reject checksum headers that they do not know; each object has its SHA-256 anyway.
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
  });
  return { library, client };
}

/** Signs the payload although it is streamed: its hash is already known. */
function signBytes(command: PutObjectCommand, { sha256 }: ObjectFacts): void {
  command.middlewareStack.add(
    (next) => (args) => {
      asRecord(asRecord(args.request)["headers"])["x-amz-content-sha256"] = sha256.toString("hex");
      return next(args);
    },
    { step: "build", name: "signBytes" },
  );
}
