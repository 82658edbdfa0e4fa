import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { after } from "node:test";
import { multipartUploads } from "./s3-multipart.ts";

interface Stored {
  bytes: Buffer;
  contentType: string;
}

interface Credentials {
  accessKey: string;
  secretKey: string;
  /** The bucket that the key can access. */
  bucket: string;
  prefix: string;
}

const maxObjectBytes = 1024 * 1024;

const hex = (bytes: string | Buffer) => createHash("sha256").update(bytes).digest("hex");
const hmac = (key: string | Buffer, text: string) => createHmac("sha256", key).update(text).digest();

class Refusal extends Error {
  readonly status: number;
  readonly code: string;
  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

/**
 * A strict S3 double: every request must be signed (AWS Signature Version 4) over all relevant headers and its bytes,
 * and carry its time, and the SHA-256 and length of the body; a key can access its own prefix only.
 */
export async function anS3Store({ accessKey, secretKey, bucket, prefix }: Credentials) {
  const objects = new Map<string, Stored>();
  const refusals: string[] = [];
  const uploads = multipartUploads((key, bytes) => objects.set(key, { bytes, contentType: "" }));
  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      const { status, code, message } =
        error instanceof Refusal ? error : new Refusal(500, "InternalError", String(error));
      refusals.push(code);
      response.writeHead(status, { "content-type": "application/xml" });
      response.end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>${message}</Message></Error>`);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  after(() => {
    server.closeAllConnections();
    server.close();
  });

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = Buffer.concat(await request.toArray());
    requireSignature(request, body);
    const { pathname, searchParams } = new URL(request.url!, "http://double");
    if (request.method === "GET" && searchParams.has("list-type")) return list(pathname, searchParams, response);
    const key = requireOwn(decodeURIComponent(pathname));
    if (uploads.answers(request.method!, searchParams)) {
      const { headers, text } = uploads.answer(request.method!, searchParams, key, body);
      response.writeHead(200, headers).end(text);
    } else if (request.method === "HEAD") {
      const found = objects.get(key);
      response.writeHead(found ? 200 : 404, found && { "content-length": found.bytes.length }).end();
    } else if (request.method === "PUT") {
      put(request, key, body);
      response.end();
    } else if (request.method === "GET") get(request, key, response);
    else if (request.method === "DELETE") {
      objects.delete(key);
      response.writeHead(204).end();
    } else throw new Refusal(405, "MethodNotAllowed", "No such operation.");
  }

  function list(path: string, query: URLSearchParams, response: ServerResponse): void {
    const wanted = query.get("prefix") ?? "";
    requireOwn(`${path.replace(/\/$/, "")}/${wanted}`);
    const keys = [...objects.keys()].filter((key) => key.startsWith(wanted)).toSorted();
    const page = keys.slice(0, Number(query.get("max-keys") ?? 1000));
    const contents = page.map((key) => `<Contents><Key>${key}</Key></Contents>`).join("");
    response.writeHead(200, { "content-type": "application/xml" });
    response.end(`<ListBucketResult><KeyCount>${page.length}</KeyCount>${contents}</ListBucketResult>`);
  }

  function requireOwn(path: string): string {
    const [, named, ...rest] = path.split("/");
    const key = rest.join("/");
    if (named !== bucket) throw new Refusal(404, "NoSuchBucket", "No such bucket.");
    if (!key.startsWith(prefix)) throw new Refusal(403, "AccessDenied", "The policy of this key ends at its prefix.");
    return key;
  }

  function put({ headers }: IncomingMessage, key: string, body: Buffer): void {
    if (headers["x-amz-acl"] !== undefined) throw new Refusal(403, "AccessDenied", "The policy gives no ACL away.");
    if (headers["transfer-encoding"] !== undefined || headers["content-length"] === undefined) {
      throw new Refusal(411, "MissingContentLength", "Say how long it is.");
    }
    if (body.length > maxObjectBytes) throw new Refusal(400, "EntityTooLarge", "Too large.");
    if (headers["x-amz-checksum-sha256"] !== createHash("sha256").update(body).digest("base64")) {
      throw new Refusal(400, "BadDigest", "The SHA-256 is missing, or of other bytes.");
    }
    objects.set(key, { bytes: body, contentType: headers["content-type"] ?? "" });
  }

  function get({ headers }: IncomingMessage, key: string, response: ServerResponse): void {
    const found = objects.get(key);
    if (!found) throw new Refusal(404, "NoSuchKey", "The specified key does not exist.");
    const { bytes, contentType } = found;
    const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(headers.range ?? "") ?? [];
    const part = first === undefined ? bytes : bytes.subarray(Number(first), Number(last) + 1);
    response.writeHead(first === undefined ? 200 : 206, { "content-type": contentType, "content-length": part.length });
    response.end(part);
  }

  function requireSignature({ method, url, headers }: IncomingMessage, body: Buffer): void {
    const payloadHash =
      /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([\w-]+)\/s3\/aws4_request, SignedHeaders=([\w;-]+), Signature=([\da-f]{64})$/.exec(
        headers.authorization ?? "",
      );
    if (!payloadHash) throw new Refusal(403, "AccessDenied", "The request is not signed.");
    const [, key, day, region, names, signature] = payloadHash as unknown as string[];
    if (key !== accessKey) throw new Refusal(403, "InvalidAccessKeyId", "No such key.");
    const time = String(headers["x-amz-date"]);
    const moment = Date.parse(time.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, "$1-$2-$3T$4:$5:$6Z"));
    if (!time.startsWith(day!) || !(Math.abs(Date.now() - moment) < 900_000)) {
      throw new Refusal(403, "RequestTimeTooSkewed", "The time of the request is not now.");
    }
    const signed = names!.split(";");
    const mustBeSigned = Object.keys(headers).filter(
      (name) => name === "host" || name.startsWith("x-amz-") || name === "content-type" || name === "range",
    );
    const unsigned = mustBeSigned.find((name) => !signed.includes(name));
    if (unsigned !== undefined) throw new Refusal(403, "AccessDenied", `The header ${unsigned} is not signed.`);
    const payload = String(headers["x-amz-content-sha256"]);
    if (payload !== hex(body))
      throw new Refusal(400, "XAmzContentSHA256Mismatch", "The bytes are not the signed ones.");

    const { pathname, searchParams } = new URL(url!, "http://double");
    const query = [...searchParams].map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`);
    const lines = signed.map((name) => `${name}:${String(headers[name]).trim()}\n`).join("");
    const canonical = [method, pathname, query.toSorted().join("&"), lines, names, payload].join("\n");
    const scope = `${day}/${region}/s3/aws4_request`;
    const signingKey = [region!, "s3", "aws4_request"].reduce<Buffer>(hmac, hmac(`AWS4${secretKey}`, day!));
    const expected = hmac(signingKey, ["AWS4-HMAC-SHA256", time, scope, hex(canonical)].join("\n"));
    if (!timingSafeEqual(expected, Buffer.from(signature!, "hex"))) {
      throw new Refusal(403, "SignatureDoesNotMatch", "The signature is another one.");
    }
  }

  return {
    uploads,
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    objects,
    refusals,
  };
}
