import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { contextOf } from "#http/context.ts";
import { mapInSlices } from "#lib/event-loop/map-in-slices.ts";
import { applyPatch } from "../patch/apply-patch.ts";
import { readOperations } from "../patch/operations.ts";
import { listResponse, queryOf, readListRequest } from "../responses/list-request.ts";
import { includesAttribute, projectionOf } from "../responses/projection.ts";
import { sendBody, sendNothing, sendResource } from "../responses/send-resource.ts";
import { coerceResource } from "../schema/coerce.ts";
import { userType } from "../schema/user-type.ts";
import { changeUser, createUser, removeUser } from "./change-users.ts";
import { findUsers, readUser } from "./find-users.ts";

interface One {
  Params: { id: string };
}

/** GET and POST /Users, POST /Users/.search, and GET, PUT, PATCH and DELETE /Users/{id}. */
export function userEndpoints(app: FastifyInstance): void {
  app.get("/Users", (request, reply) => list(request, reply, queryOf(request.query)));
  app.post("/Users/.search", (request, reply) => list(request, reply, queryOf(request.body)));

  app.post("/Users", async (request, reply) => {
    const project = projectionOf(userType, queryOf(request.query));
    const user = await createUser(contextOf(request), coerceResource(userType, request.body));
    return sendResource(request, reply, { resource: user, project, status: 201 });
  });

  app.get<One>("/Users/:id", async (request, reply) => {
    const project = projectionOf(userType, queryOf(request.query));
    const { resource } = await readUser(contextOf(request), request.params.id);
    return sendResource(request, reply, { resource, project });
  });

  app.put<One>("/Users/:id", async (request, reply) => {
    const project = projectionOf(userType, queryOf(request.query));
    const wanted = coerceResource(userType, request.body);
    const resource = await changeUser(contextOf(request), request.params.id, request.headers, () => wanted);
    return sendResource(request, reply, { resource, project });
  });

  app.patch<One>("/Users/:id", async (request, reply) => {
    const project = projectionOf(userType, queryOf(request.query));
    const operations = readOperations(request.body);
    const resource = await changeUser(contextOf(request), request.params.id, request.headers, (current) =>
      applyPatch(userType, current, operations),
    );
    return sendResource(request, reply, { resource, project });
  });

  app.delete<One>("/Users/:id", async (request, reply) => {
    await removeUser(contextOf(request), request.params.id, request.headers);
    return sendNothing(reply);
  });
}

async function list(request: FastifyRequest, reply: FastifyReply, query: Readonly<Record<string, unknown>>) {
  const requested = readListRequest(query);
  const project = projectionOf(userType, query);
  const found = await findUsers(contextOf(request), requested, includesAttribute(userType, query, "groups"));
  const resources = await mapInSlices(found.resources, project);
  return sendBody(reply, listResponse({ ...found, resources }, requested));
}
