import type { FastifyInstance, FastifyRequest } from "fastify";
import { setImmediate } from "node:timers/promises";
import { contextOf } from "#http/context.ts";
import { itemAt } from "#lib/collections/item-at.ts";
import { maxMembersPerTransaction } from "#domain/people/provisioning/members/provision-many.ts";
import { changeUser, createUser, removeUser } from "../users/change-users.ts";
import { userType } from "../schema/user-type.ts";
import { applyPatch } from "../patch/apply-patch.ts";
import { readOperations } from "../patch/operations.ts";
import { coerceResource } from "../schema/coerce.ts";
import { badRequest, bodyOf, ScimError } from "../responses/scim-error.ts";
import { errorOf } from "../responses/error-of.ts";
import { changeGroup, createGroup, patchGroup, removeGroup } from "../groups/change-groups.ts";
import { prefix } from "../prefix.ts";
import { maxBulkBodyBytes } from "./bulk-limits.ts";
import { createTogether } from "./create-together.ts";
import { type Result, addressOf } from "./result.ts";
import { type BulkOperation, readBulk } from "./read-bulk.ts";
import { isRecord } from "#lib/json/is-record.ts";

/** Operations that run at the same time: each waits for the database most of its time. */
const concurrency = 8;

/** POST /Bulk (RFC 7644 §3.7). Each operation succeeds or fails by itself. */
export function bulkEndpoint(app: FastifyInstance): void {
  app.post("/Bulk", { bodyLimit: maxBulkBodyBytes, config: { bulk: true } }, async (request) => {
    const { operations, failOnErrors } = readBulk(request.body);
    const results: Result[] = [];
    /** IDs of created resources, by the name that the request gave them. */
    const created = new Map<string, string>();
    let failures = 0;
    for (let next = 0; next < operations.length && failures < failOnErrors;) {
      const some = nextOperations(operations, next, failOnErrors === Infinity ? maxMembersPerTransaction : 1);
      const done = await runAll(request, some, created);
      for (const [index, result] of done.entries()) {
        results.push(result);
        if (Number(result.status) >= 400) failures++;
        const { bulkId } = itemAt(some, index);
        const id = result.location?.split("/").at(-1);
        if (bulkId !== undefined && id !== undefined) created.set(bulkId, id);
      }
      next += some.length;
      await setImmediate();
    }
    return { schemas: ["urn:ietf:params:scim:api:messages:2.0:BulkResponse"], Operations: results };
  });
}

/** Runs independent operations: new users with shared statements, and the others a few at a time. */
async function runAll(
  request: FastifyRequest,
  operations: readonly BulkOperation[],
  created: ReadonlyMap<string, string>,
): Promise<Result[]> {
  const together = await createTogether(contextOf(request), operations);
  const results: Result[] = [];
  for (let first = 0; first < operations.length; first += concurrency) {
    const some = operations.slice(first, first + concurrency);
    results.push(...(await Promise.all(some.map(async (one) => together.get(one) ?? run(request, one, created)))));
  }
  return results;
}

/** Operations that refer to others, or change the same resource, run after those before them. */
function nextOperations(operations: readonly BulkOperation[], from: number, atMost: number): BulkOperation[] {
  const some: BulkOperation[] = [];
  const paths = new Set<string>();
  for (const operation of operations.slice(from, from + atMost)) {
    const { method, path } = operation;
    const refers = JSON.stringify([path, operation.data])?.includes("bulkId:") ?? false;
    const isIndependent = !refers && (method === "POST" ? !paths.has("") : !paths.has(path) && !paths.has(""));
    if (some.length > 0 && !isIndependent) break;
    some.push(operation);
    if (refers) break;
    if (method !== "POST") paths.add(path);
  }
  return some;
}

async function run(
  request: FastifyRequest,
  operation: BulkOperation,
  created: ReadonlyMap<string, string>,
): Promise<Result> {
  const { method, bulkId } = operation;
  const named = { method, ...(bulkId !== undefined && { bulkId }) };
  try {
    const { path, data } = resolved(operation, created);
    const done = await perform(request, { ...operation, path, data });
    return { ...named, ...done };
  } catch (error) {
    const refused = errorOf(error instanceof Error ? error : new Error(String(error)), request);
    return { ...named, status: String(refused.status), response: bodyOf(refused) };
  }
}

/** Replaces `bulkId:name` by the ID of the resource that an operation before it created. */
function resolved({ path, data }: BulkOperation, created: ReadonlyMap<string, string>) {
  const replace = (text: string): string => {
    if (!text.startsWith("bulkId:")) return text;
    const id = created.get(text.slice("bulkId:".length));
    if (id === undefined) throw new ScimError(409, `No operation before this one created ${text.slice(0, 100)}.`);
    return id;
  };
  const within = (value: unknown): unknown => {
    if (typeof value === "string") return replace(value);
    if (Array.isArray(value)) return value.map(within);
    return isRecord(value) ? Object.fromEntries(Object.entries(value).map(([key, one]) => [key, within(one)])) : value;
  };
  return { path: path.split("/").map(replace).join("/"), data: within(data) };
}

async function perform(
  request: FastifyRequest,
  { method, path, version, data }: BulkOperation,
): Promise<Omit<Result, "method">> {
  const [, kind, id, ...rest] = path.split("/");
  const isUser = kind === "Users";
  if ((!isUser && kind !== "Groups") || rest.length > 0 || (id === undefined) !== (method === "POST")) {
    throw badRequest(
      "invalidPath",
      `Expected the path of a resource, like /Users or /Groups/{id}, not ${path.slice(0, 100)}.`,
    );
  }
  const context = contextOf(request);
  const headers = version === undefined ? {} : { "if-match": version };
  const location = `${context.site.origin}${prefix}/${kind}/${id}`;
  if (method === "POST") {
    const resource = isUser
      ? await createUser(context, coerceResource(userType, data))
      : await createGroup(context, data);
    return { ...addressOf(resource), status: "201" };
  }
  const resourceId = id ?? "";
  if (method === "DELETE") {
    await (isUser ? removeUser : removeGroup)(context, resourceId, headers);
    return { location, status: "204" };
  }
  if (method === "PUT") {
    const resource = isUser
      ? await changeUser(context, resourceId, headers, () => coerceResource(userType, data))
      : await changeGroup(context, resourceId, headers, data);
    return { ...addressOf(resource), status: "200" };
  }
  if (method !== "PATCH") throw new ScimError(405, `${method} is not a method of bulk requests.`);
  const operations = readOperations(data);
  const resource = isUser
    ? await changeUser(context, resourceId, headers, (current) => applyPatch(userType, current, operations))
    : await patchGroup(context, resourceId, headers, operations);
  return { ...addressOf(resource), status: "200" };
}
