import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { downloadIncludedFile, downloadProductFile } from "#domain/memberships/downloads/download-file.ts";
import type { FileRow } from "#domain/files/files/file.ts";
import { isSigned } from "#domain/files/files/file-address.ts";
import { isInline } from "#lib/files/media-type.ts";
import { findFile } from "#domain/files/files/queries.ts";
import { parseId } from "#domain/platform/ids.ts";
import { perform } from "#domain/platform/operation.ts";
import { notFound } from "#domain/platform/problem.ts";
import { contextOf } from "#http/context.ts";
import { sendObject } from "./send-object.ts";

interface Address {
  Params: { id: string; variant?: string };
  Querystring: { expires?: string; signature?: string };
}

/** GET /files/{id}, GET /files/{id}/{variant}: file content. Private files require a signed URL. */
export function files(app: FastifyInstance): void {
  for (const url of ["/files/:id", "/files/:id/:variant"]) {
    // Registers HEAD explicitly: Fastify's automatic route would read all bytes.
    app.route<Address>({ method: ["GET", "HEAD"], url, handler: sendFile });
  }
  app.route<DownloadAddress>({
    method: ["GET", "HEAD"],
    url: "/downloads/:grantId/:fileId",
    handler: sendDownload,
  });
  app.route<IncludedDownloadAddress>({
    method: ["GET", "HEAD"],
    url: "/downloads/memberships/:subscriptionId/:fileId",
    handler: sendIncludedDownload,
  });
}

interface DownloadAddress {
  Params: { grantId: string; fileId: string };
  Querystring: { expires?: string; signature?: string };
}

interface IncludedDownloadAddress {
  Params: { subscriptionId: string; fileId: string };
  Querystring: { expires?: string; signature?: string };
}

async function sendFile(request: FastifyRequest<Address>, reply: FastifyReply): Promise<FastifyReply> {
  const context = contextOf(request);
  const { id: text, variant: name } = request.params;
  const id = parseId("file", text);
  const file = id === undefined ? undefined : await findFile(context, id);
  const variant = file?.variants.find((each) => each.name === name);
  // Returns 404 without access, so that the existence of a file is not revealed.
  const isOpen = file && (file.visibility === "public" || isSigned(context, file.id, request.query));
  if (!file || !isOpen || (name !== undefined && !variant)) throw notFound("file", text);

  const sha256 = variant?.sha256 ?? file.sha256.toString("hex");
  // Files are immutable, but can be deleted.
  reply.header("cache-control", file.visibility === "public" ? "public, max-age=3600" : "private, max-age=3600");
  const { filename, createdAt } = file;
  return sendBytes(request, reply, { ...(variant ?? file), sha256, filename, createdAt });
}

/** GET /downloads/{grant}/{file}: a product file, by a signed link for its owner. */
const sendDownload = async (request: FastifyRequest<DownloadAddress>, reply: FastifyReply): Promise<FastifyReply> =>
  sendProduct(
    request,
    reply,
    await perform(downloadProductFile, contextOf(request), { ...request.params, ...request.query }),
  );

/** GET /downloads/memberships/{subscription}/{file}: a product file that a membership includes. */
const sendIncludedDownload = async (
  request: FastifyRequest<IncludedDownloadAddress>,
  reply: FastifyReply,
): Promise<FastifyReply> =>
  sendProduct(
    request,
    reply,
    await perform(downloadIncludedFile, contextOf(request), { ...request.params, ...request.query }),
  );

function sendProduct(request: FastifyRequest, reply: FastifyReply, file: FileRow): Promise<FastifyReply> {
  reply.header("cache-control", "private, no-store");
  return sendBytes(request, reply, { ...file, sha256: file.sha256.toString("hex") });
}

type Bytes = Pick<FileRow, "objectId" | "contentType" | "byteSize" | "filename" | "createdAt"> & { sha256: string };

function sendBytes(request: FastifyRequest, reply: FastifyReply, bytes: Bytes): Promise<FastifyReply> {
  describe(reply, bytes);
  return sendObject(request, reply, bytes);
}

/** Sets headers that make untrusted content harmless on the site's origin: sandboxed, without MIME sniffing. */
function describe(reply: FastifyReply, { filename, contentType }: Bytes): void {
  // Browsers display no PDF in a sandbox. A PDF has no access to this origin anyway.
  const sandbox = contentType === "application/pdf" ? "" : "; sandbox";
  const disposition = isInline(contentType) ? "inline" : "attachment";
  reply
    .type(contentType.startsWith("text/") ? `${contentType}; charset=utf-8` : contentType)
    .header("content-disposition", `${disposition}; filename*=UTF-8''${encodeName(filename)}`)
    .header(
      "content-security-policy",
      `default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'${sandbox}`,
    )
    .header("cross-origin-resource-policy", "cross-origin")
    .header("access-control-allow-origin", "*");
}

/** RFC 8187 §3.2.1 */
const encodeName = (name: string): string =>
  encodeURIComponent(name).replace(/['()*]/g, (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`);
