import type { FastifyReply, FastifyRequest } from "fastify";
import { sendPieces } from "#http/send-pieces.ts";
import { stringifyInSlices } from "#lib/event-loop/stringify.ts";
import { isSmall } from "#lib/event-loop/weight.ts";
import type { Resource } from "../schema/resource-type.ts";
import type { Projection } from "./projection.ts";
import { isKnown, versionOf } from "./versions.ts";
import { isRecord } from "#lib/json/is-record.ts";

interface Sent {
  resource: Resource;
  project: Projection;
  status?: 200 | 201;
}

/** Sends a resource with its address and version, or 304 to a client that has it. */
export async function sendResource(
  request: FastifyRequest,
  reply: FastifyReply,
  { resource, project, status = 200 }: Sent,
): Promise<FastifyReply> {
  const version = versionOf(resource);
  reply.header("etag", version);
  if (isRecord(resource["meta"])) {
    const location = String(resource["meta"]["location"]);
    reply.header(status === 201 ? "location" : "content-location", location);
  }
  if (request.method === "GET" && isKnown(request.headers, version)) return reply.code(304).send();
  return sendBody(reply.code(status), await project(resource));
}

/** Sends JSON. A group can have thousands of members: other requests are served meanwhile. */
export const sendBody = (reply: FastifyReply, body: object): FastifyReply =>
  isSmall(body) ? reply.send(body) : sendPieces(reply, stringifyInSlices(body));

export const sendNothing = (reply: FastifyReply): FastifyReply => reply.code(204).send();
