import { Readable } from "node:stream";
import type { PutObjectCommand, S3Client } from "@aws-sdk/client-s3";
import { asRecord } from "#lib/json/is-record.ts";
import { MissingObject, type ObjectFacts, type ObjectStore, requireKey } from "./object-store.ts";
import { callWithin, outageOf } from "./s3-outage.ts";

/**
 * Stores objects in an S3-compatible bucket:
 * `s3://key:secret@bucket/prefix?region=eu-west-1&endpoint=https://s3.example`. Without a key, uses the machine's
 * role; without an endpoint, AWS. Loads the library on first use, because it takes tens of megabytes.
 */
export function openS3Store(address: URL, timeouts: S3Timeouts = defaultTimeouts): ObjectStore {
  const bucket = address.hostname;
  const prefix = address.pathname.replace(/^\/+|(?<!\/)\/+$/g, "");
  const at = (key: string) => ({
    Bucket: bucket,
    Key: prefix === "" ? requireKey(key) : `${prefix}/${requireKey(key)}`,
  });
  let opened: Promise<{ library: typeof import("@aws-sdk/client-s3"); client: S3Client }> | undefined;
  const open = () => (opened ??= connect(address, timeouts));

  const store: ObjectStore = {
    async put(key, bytes, facts) {
      const { library, client } = await open();
      const source = remembered(bytes);
      const command = new library.PutObjectCommand({
        ...at(key),
        Body: Readable.from(source.bytes),
        ContentLength: facts.byteSize,
        ContentType: facts.contentType,
        ChecksumSHA256: facts.sha256.toString("base64"),
      });
      signBytes(command, facts);
      try {
        await client.send(command, { abortSignal: AbortSignal.timeout(putTimeoutMs) });
      } catch (error) {
        throw source.error() ?? outageOf(error) ?? error;
      }
    },

    async read(key, range) {
      const { library, client } = await open();
      const part = range && { Range: `bytes=${range.start}-${range.end}` };
      const command = new library.GetObjectCommand({ ...at(key), ...part });
      try {
        const { Body } = await callWithin(timeouts.response, (abortSignal) => client.send(command, { abortSignal }));
        return streamOf(Body);
      } catch (cause) {
        throw cause instanceof library.NoSuchKey ? new MissingObject(key, { cause }) : (outageOf(cause) ?? cause);
      }
    },

    async open(key) {
      const { library, client } = await open();
      try {
        const { Body, ContentLength } = await client.send(new library.GetObjectCommand(at(key)));
        return { byteSize: ContentLength ?? 0, bytes: streamOf(Body) };
      } catch (cause) {
        throw cause instanceof library.NoSuchKey ? new MissingObject(key, { cause }) : cause;
      }
    },

    async isEmpty() {
      const { library, client } = await open();
      const command = new library.ListObjectsV2Command({
        Bucket: bucket,
        Prefix: prefix === "" ? "" : `${prefix}/`,
        MaxKeys: 1,
      });
      return ((await client.send(command)).KeyCount ?? 0) === 0;
    },

    async remove(key) {
      const { library, client } = await open();
      const command = new library.DeleteObjectCommand(at(key));
      try {
        await callWithin(timeouts.response, (abortSignal) => client.send(command, { abortSignal }));
      } catch (error) {
        throw outageOf(error) ?? error;
      }
    },

    async check() {
      try {
        (await store.read(checkedKey)).destroy();
      } catch (error) {
        // Stores deny access to missing objects if the key may not list the bucket.
        if (!(error instanceof MissingObject || isDenied(error))) throw error;
      }
    },
  };
  return store;
}

function streamOf(body: unknown): Readable {
  if (body instanceof Readable) return body;
  throw new Error("The object store sent no content.");
}

/** A key that no object has. */
const checkedKey = "readiness";

const isDenied = (error: unknown): boolean =>
  error instanceof Error && error.cause instanceof Error && error.cause.name === "AccessDenied";

/** Timeouts in milliseconds. */
export interface S3Timeouts {
  connect: number;
  /** Without any progress of a transfer. */
  silence: number;
  /** Until the response of a call without a body starts, including retries. */
  response: number;
}

const defaultTimeouts: S3Timeouts = { connect: 2000, silence: 10_000, response: 4000 };

/** Connections to the storage. A download needs one until its client has read it, and others must not wait for it. */
const maxSockets = 2000;

const putTimeoutMs = 3_600_000;

/** Remembers an error of the source, because it is not an error of the store. */
function remembered(bytes: AsyncIterable<Uint8Array>) {
  let failure: unknown;
  return {
    error: () => failure,
    bytes: (async function* read() {
      try {
        yield* bytes;
      } catch (error) {
        failure = error;
        throw error;
      }
    })(),
  };
}

/** Loads the library and opens a client for the address. */
export async function connect({ username, password, searchParams }: URL, timeouts: S3Timeouts = defaultTimeouts) {
  const library = await import("@aws-sdk/client-s3");
  const endpoint = searchParams.get("endpoint");
  const client = new library.S3Client({
    region: searchParams.get("region") ?? "us-east-1",
    // Many stores do not support a host per bucket.
    ...(endpoint !== null && { endpoint, forcePathStyle: true }),
    ...(username !== "" && {
      credentials: { accessKeyId: decodeURIComponent(username), secretAccessKey: decodeURIComponent(password) },
    }),
    requestHandler: {
      connectionTimeout: timeouts.connect,
      socketTimeout: timeouts.silence,
      httpAgent: { maxSockets },
      httpsAgent: { maxSockets },
    },
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
