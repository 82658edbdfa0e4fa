import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { readObject } from "#domain/content/files/objects.ts";
import { parseId } from "#domain/platform/ids.ts";
import { isSignedResult, resultOf } from "#domain/platform/jobs/job-result.ts";
import { findJob } from "#domain/platform/jobs/job-queries.ts";
import { notFound } from "#domain/platform/problem.ts";
import { contextOf } from "#http/context.ts";

interface Address {
  Params: { id: string };
  Querystring: { expires?: string; signature?: string };
}

/** GET /job-results/{id}: what a job has made, at an address that was signed for whoever may have it. */
export const jobResult = (app: FastifyInstance): void => {
  // HEAD by itself: the one that would be added reads all bytes.
  app.route<Address>({ method: ["GET", "HEAD"], url: "/job-results/:id", handler: send });
};

async function send(request: FastifyRequest<Address>, reply: FastifyReply): Promise<FastifyReply> {
  const context = contextOf(request);
  const { id: text } = request.params;
  const id = parseId("job", text);
  const job = id !== undefined && isSignedResult(context, id, request.query) ? await findJob(context, id) : undefined;
  const result = job && resultOf(job, context.now);
  // Whether there is such a job is nobody's business who may not have what it made.
  if (!result) throw notFound("result of a job", text);
  reply
    .type(result.contentType)
    .header("content-length", result.byteSize)
    .header("content-disposition", `attachment; filename="${result.filename}"`)
    .header("content-security-policy", "default-src 'none'; sandbox")
    .header("cache-control", "private, no-store");
  return request.method === "HEAD" ? reply.send() : reply.send(await readObject(context, result.objectId));
}
