import assert from "node:assert/strict";
import { parseId } from "#domain/platform/ids.ts";
import { documentNames } from "#pages/docs/contents.ts";
import { docsStyle } from "#pages/docs/docs-style.ts";
import { database } from "../databases/database.ts";
import { type Attempt, cookiesOf } from "./attempt.ts";
import { sameForAll } from "./programs.ts";

const documents = documentNames.map((name) => `/docs/${name}`);
const withMarkdown = [
  "/docs",
  "/docs/errors",
  "/docs/changelog",
  "/docs/api",
  "/docs/api/webhooks",
  "/docs/member-api",
  "/docs/search",
  ...documents,
].flatMap((path) => [path, `${path}.md`]);
const pages = [...withMarkdown, "/docs/changelog.atom", docsStyle.path];
const api = ["/docs/api/signed-in", "/docs/member-api.graphql", "/docs/postman.json"];
const named = {
  "api/operations": "listCourses",
  "api/tags": "courses",
  "api/webhooks": "course.published",
  "api/schemas": "Course",
  errors: "invalid_grant",
};

/** Each school has its own client for the API reference. */
const clientOfReference: Attempt = async (there, { site }) => {
  const answer = await site.request("POST", "/docs/api/client", { headers: { cookie: cookiesOf(there.browser) } });
  const { client_id: id } = answer.json<{ client_id: string }>();
  const mine = await database.first`
    select 1 from clients where site_id = ${site.id} and id = ${parseId("client", id)!} and origin = 'explorer'`;
  assert.ok(mine);
  return [answer];
};

/** The package is part of the release. A checkout has none before it is built. */
const samePackage: Attempt = async (there, { site }) => {
  const stranger = await site.get("/docs/sdk.tgz");
  const answer = await site.get("/docs/sdk.tgz", { headers: { cookie: cookiesOf(there.browser) } });
  assert.deepEqual([answer.statusCode, answer.body], [stranger.statusCode, stranger.body]);
  return [answer];
};

/** Attempts at the documentation, which is equal for all visitors of a school. */
export const docsAttempts: Record<string, Attempt> = {
  ...Object.fromEntries([...pages, ...api].map((path) => [`GET ${path}`, sameForAll(path)])),
  ...Object.fromEntries(
    Object.entries(named).flatMap(([kind, name]) =>
      ["", ".md"].map((ending) => [`GET /docs/${kind}/:name${ending}`, sameForAll(`/docs/${kind}/${name}${ending}`)]),
    ),
  ),
  "GET /docs/sdk.tgz": samePackage,
  "POST /docs/api/client": clientOfReference,
};
