import assert from "node:assert/strict";
import { test } from "node:test";
import { aSite } from "../../support/world.ts";

interface Field {
  key: string;
  value?: string;
  description?: string;
  disabled?: boolean;
}

interface Request {
  method: string;
  description: string;
  header: Field[];
  url: { raw: string; host: string[]; path: string[]; query?: Field[]; variable?: Field[] };
  body?: { mode: string; raw?: string; formdata?: (Field & { type: string })[]; file?: { src: null } };
}

interface Item {
  name: string;
  request: Request;
  response: { name: string; code: number; header: Field[]; body: string; originalRequest: Request }[];
}

interface Collection {
  info: { name: string; description: string; schema: string };
  auth: { type: string; bearer: Field[] };
  variable: (Field & { type: string })[];
  item: { name: string; description: string; item: Item[] }[];
}

interface Described {
  tags: { name: string }[];
  paths: Record<string, Record<string, { summary: string }>>;
}

void test("The Postman collection has every operation, by tag, as version 2.1 of its format requires", async () => {
  const site = await aSite();
  const response = await site.get("/docs/postman.json");
  assert.match(String(response.headers["content-type"]), /^application\/json/);
  const { info, auth, variable, item: folders } = response.json<Collection>();
  assert.equal(info.schema, "https://schema.getpostman.com/json/collection/v2.1.0/collection.json");
  assert.equal(info.name, `${site.name}: operator API`);
  assert.deepEqual(auth, { type: "bearer", bearer: [{ key: "token", value: "{{token}}", type: "string" }] });
  assert.deepEqual(
    variable.map(({ key, value, type }) => [key, value, type]),
    [
      ["origin", site.origin, "string"],
      ["token", "", "string"],
    ],
  );
  assert.doesNotMatch(response.body, /learn\.school\.example|undefined|\[object Object\]/);

  const described = (await site.get("/openapi.json")).json<Described>();
  assert.equal(folders.length, described.tags.length);
  const operations = Object.entries(described.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { summary }]) => `${method.toUpperCase()} ${path} ${summary}`),
  );
  const items = folders.flatMap(({ item }) => item);
  const found = items.map(({ name, request: { method, url } }) => `${method} ${addressOf(url)} ${name}`);
  assert.deepEqual(found.toSorted(), operations.toSorted());
  for (const item of items) requireValid(item);
});

void test("Requests of the collection have examples of bodies, and optional parameters are off", async () => {
  const site = await aSite();
  const { item } = (await site.get("/docs/postman.json")).json<Collection>();
  const named = (name: string) => item.flatMap((folder) => folder.item).find((found) => found.name === name)!;
  const { request, response } = named("Create a course");
  assert.equal(typeof (JSON.parse(request.body!.raw!) as { name: string }).name, "string");
  assert.deepEqual(request.header[0], { key: "content-type", value: "application/json" });
  assert.ok(request.description.includes(`${site.origin}/docs/api/operations/createCourse`));
  assert.equal(response[0]!.code, 201);
  const list = named("List courses").request;
  assert.equal(list.url.raw, "{{origin}}/api/v1/courses");
  assert.ok(list.url.query!.length > 5 && list.url.query!.every(({ disabled }) => disabled));
  assert.deepEqual(named("Upload a file").request.body?.formdata?.map(({ key, type }) => [key, type])[0], [
    "file",
    "file",
  ]);
  const page = await site.get("/docs/api");
  assert.ok(page.body.includes('href="/docs/postman.json"'));
});

/** `:course` is `{course}` in the description. */
const addressOf = ({ path }: Request["url"]) =>
  `/${path.map((step) => (step.startsWith(":") ? `{${step.slice(1)}}` : step)).join("/")}`;

/** Checks a request against the rules of https://schema.postman.com for items, URLs, headers and bodies. */
function requireValid({ name, request, response }: Item): void {
  const { method, url, header, body, description } = request;
  assert.ok(name !== "" && description !== "", name);
  assert.match(method, /^(?:GET|POST|PUT|PATCH|DELETE)$/, name);
  assert.deepEqual(url.host, ["{{origin}}"], name);
  assert.ok(url.raw.startsWith(`{{origin}}/${url.path.join("/")}`), name);
  const steps = url.path.filter((step) => step.startsWith(":")).map((step) => step.slice(1));
  assert.deepEqual((url.variable ?? []).map(({ key }) => key).toSorted(), steps.toSorted(), name);
  for (const field of [...header, ...(url.query ?? []), ...(url.variable ?? [])]) {
    assert.ok(field.key !== "" && typeof field.value === "string", name);
    assert.ok(field.description === undefined || field.description !== "", name);
  }
  if (body) assert.ok(["raw", "formdata", "file"].includes(body.mode) && body.mode in body, name);
  if (body?.mode === "raw") JSON.parse(body.raw!);
  for (const { code, header: fields, body: example, originalRequest } of response) {
    assert.ok(code >= 200 && code < 300 && fields.length === 1, name);
    assert.deepEqual(originalRequest, request, name);
    JSON.parse(example);
  }
}
