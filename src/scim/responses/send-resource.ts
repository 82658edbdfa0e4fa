import type { FastifyReply, FastifyRequest } from "fastify";
import { isObject, type Resource } from "../schema/resource-type.ts";
import type { Projection } from "./projection.ts";
import { isKnown, versionOf } from "./versions.ts";

interface Sent {
  resource: Resource;
  project: Projection;
  status?: 200 | 201;
}

/** Sends a resource with its address and version, or 304 to a client that has it. */
export function sendResource(request: FastifyRequest, reply: FastifyReply, { resource, project, status = 200 }: Sent) {
  const version = versionOf(resource);
  reply.header("etag", version);
  if (isObject(resource["meta"])) {
    const location = String(resource["meta"]["location"]);
    reply.header(status === 201 ? "location" : "content-location", location);
  }
  if (request.method === "GET" && isKnown(request.headers, version)) return reply.code(304).send();
  return reply.code(status).send(project(resource));
}

export const sendNothing = (reply: FastifyReply): FastifyReply => reply.code(204).send();
