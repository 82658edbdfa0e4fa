import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { parseId } from "#domain/platform/ids.ts";
import { isSignedResult, resultOf } from "#domain/platform/jobs/job-result.ts";
import { findJob } from "#domain/platform/jobs/job-queries.ts";
import { notFound } from "#domain/platform/problem.ts";
import { contextOf } from "#http/context.ts";
import { sendObject } from "../responses/send-object.ts";

interface Address {
  Params: { id: string };
  Querystring: { expires?: string; signature?: string };
}

/** GET /job-results/{id}: the result file of a job, by a signed URL. */
export const jobResult = (app: FastifyInstance): void => {
  // Registers HEAD explicitly: Fastify's automatic route would read all bytes.
  app.route<Address>({ method: ["GET", "HEAD"], url: "/job-results/:id", handler: send });
};

async function send(request: FastifyRequest<Address>, reply: FastifyReply): Promise<FastifyReply> {
  const context = contextOf(request);
  const { id: text } = request.params;
  const id = parseId("job", text);
  const job = id !== undefined && isSignedResult(context, id, request.query) ? await findJob(context, id) : undefined;
  const result = job && resultOf(job, context.now);
  // Returns 404 without access, so that the existence of a job is not revealed.
  if (!result) throw notFound("result of the job", text);
  reply
    .type(result.contentType)
    .header("content-disposition", `attachment; filename="${result.filename}"`)
    .header("content-security-policy", "default-src 'none'; sandbox")
    .header("cache-control", "private, no-store");
  return sendObject(request, reply, { ...result, sha256: result.sha256.toString("hex") });
}
