import assert from "node:assert/strict";
import { parseId } from "#domain/platform/ids.ts";
import { consoleScript } from "#pages/docs/api/console-script.ts";
import { documentNames } from "#pages/docs/contents.ts";
import { copyScript } from "#pages/docs/copy-script.ts";
import { docsStyle } from "#pages/docs/docs-style.ts";
import { database } from "../databases/database.ts";
import { type Attempt, cookiesOf } from "./attempt.ts";
import { sameForAll } from "./programs.ts";

const documents = documentNames.flatMap((name) => [`/docs/${name}`, `/docs/${name}.md`]);
const changelog = ["", ".md", ".atom"].map((ending) => `/docs/changelog${ending}`);
const pages = [
  "/docs",
  "/docs.md",
  "/docs/errors",
  ...changelog,
  ...documents,
  docsStyle.path,
  copyScript.path,
  consoleScript.path,
];
const api = ["/docs/api", "/docs/api/signed-in", "/docs/api/webhooks", "/docs/member-api", "/docs/member-api.graphql"];
const named = { operations: "listCourses", tags: "courses", webhooks: "course.published", schemas: "Course" };

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
    Object.entries(named).map(([kind, name]) => [
      `GET /docs/api/${kind}/:name`,
      sameForAll(`/docs/api/${kind}/${name}`),
    ]),
  ),
  "GET /docs/sdk.tgz": samePackage,
  "POST /docs/api/client": clientOfReference,
  "GET /docs/errors/:code": sameForAll("/docs/errors/invalid_grant"),
};
