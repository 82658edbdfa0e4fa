import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { contextOf } from "#http/context.ts";
import { mapInSlices } from "#lib/event-loop/map-in-slices.ts";
import { readOperations } from "../patch/operations.ts";
import { listResponse, queryOf, readListRequest } from "../responses/list-request.ts";
import { includesAttribute, projectionOf } from "../responses/projection.ts";
import { sendBody, sendNothing, sendResource } from "../responses/send-resource.ts";
import { groupType } from "../schema/group-type.ts";
import type { Resource } from "../schema/resource-type.ts";
import { changeGroup, createGroup, patchGroup, removeGroup } from "./change-groups.ts";
import { findGroups, readGroup } from "./find-groups.ts";

interface One {
  Params: { id: string };
}

/** GET and POST /Groups, POST /Groups/.search, and GET, PUT, PATCH and DELETE /Groups/{id}. */
export function groupEndpoints(app: FastifyInstance): void {
  app.get("/Groups", (request, reply) => list(request, reply, queryOf(request.query)));
  app.post("/Groups/.search", (request, reply) => list(request, reply, queryOf(request.body)));

  app.post("/Groups", async (request, reply) =>
    answer(request, reply, 201, () => createGroup(contextOf(request), request.body)),
  );

  app.get<One>("/Groups/:id", async (request, reply) =>
    answer(request, reply, 200, () => readGroup(contextOf(request), request.params.id, false)),
  );

  app.put<One>("/Groups/:id", async (request, reply) => {
    const { params, headers, body } = request;
    return answer(request, reply, 200, () => changeGroup(contextOf(request), params.id, headers, body));
  });

  app.patch<One>("/Groups/:id", async (request, reply) => {
    const { params, headers, query } = request;
    const operations = readOperations(request.body);
    const patch = () => patchGroup(contextOf(request), params.id, headers, operations);
    if (queryOf(query)["attributes"] !== undefined) return answer(request, reply, 200, patch);
    // A large group is not sent back unless the request says what it needs.
    await patch();
    return sendNothing(reply);
  });

  app.delete<One>("/Groups/:id", async (request, reply) => {
    await removeGroup(contextOf(request), request.params.id, request.headers);
    return sendNothing(reply);
  });
}

async function list(request: FastifyRequest, reply: FastifyReply, query: Readonly<Record<string, unknown>>) {
  const requested = readListRequest(query);
  const project = projectionOf(groupType, query);
  const found = await findGroups(contextOf(request), requested, includesAttribute(groupType, query, "members"));
  const resources = await mapInSlices(found.resources, project);
  return sendBody(reply, listResponse({ ...found, resources }, requested));
}

/** Sends the group that the work returns, with its members unless the request leaves them out. */
async function answer(
  request: FastifyRequest,
  reply: FastifyReply,
  status: 200 | 201,
  work: () => Promise<Resource>,
): Promise<FastifyReply> {
  const query = queryOf(request.query);
  const project = projectionOf(groupType, query);
  const done = await work();
  const withMembers = includesAttribute(groupType, query, "members");
  const resource = withMembers ? await readGroup(contextOf(request), String(done["id"]), true) : done;
  return sendResource(request, reply, { resource, project, status });
}
