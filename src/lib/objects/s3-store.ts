import { Readable } from "node:stream";
import type { PutObjectCommand, S3Client } from "@aws-sdk/client-s3";
import { MissingObject, type ObjectFacts, type ObjectStore, requireKey } from "./object-store.ts";

/**
 * Objects in a bucket of any S3 store: `s3://key:secret@bucket/prefix?region=eu-west-1&endpoint=https://s3.example`.
 * Without a key the machine's own role counts; without an endpoint it is that of AWS. The library is loaded when the
 * first object is asked for: it takes tens of megabytes.
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
      await client.send(command, { abortSignal: AbortSignal.timeout(longest) });
    },

    async read(key, range) {
      const { library, client } = await open();
      const part = range && { Range: `bytes=${range.start}-${range.end}` };
      try {
        const { Body } = await client.send(new library.GetObjectCommand({ ...at(key), ...part }));
        return Body as Readable;
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

/** Milliseconds for one object to be stored. */
const longest = 3_600_000;

async function connect({ username, password, searchParams }: URL) {
  const library = await import("@aws-sdk/client-s3");
  const endpoint = searchParams.get("endpoint");
  const client = new library.S3Client({
    region: searchParams.get("region") ?? "us-east-1",
    // Many stores know no host for each bucket.
    ...(endpoint !== null && { endpoint, forcePathStyle: true }),
    ...(username !== "" && {
      credentials: { accessKeyId: decodeURIComponent(username), secretAccessKey: decodeURIComponent(password) },
    }),
    // What goes wrong is thrown; it need not be printed too.
    logger: { debug() {}, info() {}, warn() {}, error() {} },
    // What stores do not know would fail at each of them; each object has its SHA-256 anyway.
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
  });
  return { library, client };
}

/** The signature covers the bytes too, though they are sent as they come: what they hash to is known. */
function signBytes(command: PutObjectCommand, { sha256 }: ObjectFacts): void {
  command.middlewareStack.add(
    (next) => (args) => {
      const { headers } = args.request as { headers: Record<string, string> };
      headers["x-amz-content-sha256"] = sha256.toString("hex");
      return next(args);
    },
    { step: "build", name: "signBytes" },
  );
}
