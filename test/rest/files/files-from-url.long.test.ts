import assert from "node:assert/strict";
import type { ServerResponse } from "node:http";
import { test } from "node:test";
import { assertStatus } from "../../support/assert-status.ts";
import { anApplication, dialled, internet } from "../../support/doubles/document-web.ts";
import { defusable, refusable } from "../../support/worlds/hostile-svg.ts";
import { aPicture } from "../../support/worlds/pictures.ts";
import { storage } from "../../support/worlds/storage.ts";
import { type AFile, download } from "../../support/worlds/uploads.ts";
import { buildProcess, siteAt } from "../../support/world.ts";
import { anOperator, operatorOf, problemOf } from "../support/operator.ts";

/** The test server as a public one, which the tests' DNS resolves to this machine. */
const process = buildProcess({ storage: { ...storage, outbound: { ...internet, timeoutMs: 5000 } } });

async function aFetcher() {
  const { site } = await anOperator("storage:write");
  return operatorOf(siteAt(site.site, process), "storage:write");
}

const redirectTo = (location: string) => (_request: unknown, response: ServerResponse) => {
  response.writeHead(302, { location }).end();
};
const bytes = aPicture({ width: 40, height: 30 });
const sendPicture = (_request: unknown, response: ServerResponse) => {
  response.writeHead(200, { "content-type": "text/html" }).end(bytes);
};

void test("A file is fetched from an address on the public internet, and typed by its bytes", async () => {
  const operator = await aFetcher();
  const host = anApplication({}, "/images/night%20sky.png?size=2");
  host.respond = sendPicture;
  const response = await operator.post("/files", { from_url: host.url, purpose: "course_cover" });
  assertStatus(response, 201);
  const file = response.json<AFile>();
  assert.deepEqual([file.filename, file.content_type], ["night sky.png", "image/png"]);
  assert.equal((await download(operator, file.url)).statusCode, 200);
  assert.equal(host.requests[0]!.headers.authorization, undefined);
  assert.equal(host.requests[0]!.headers.cookie, undefined);
});

void test("A fetched SVG is sanitized like an uploaded one", async () => {
  const operator = await aFetcher();
  const host = anApplication({}, "/logo");
  host.respond = (_request, response) => void response.end(defusable["a script"]);
  const file = (await operator.post("/files", { from_url: host.url, visibility: "public" })).json<AFile>();
  assert.equal(file.content_type, "image/svg+xml");
  assert.ok(!(await download(operator, file.url)).body.includes("alert"));
  host.respond = (_request, response) => void response.end(refusable["an entity"]);
  assert.equal(problemOf(await operator.post("/files", { from_url: host.url })).code, "unsupported_media");
});

void test("A redirect is followed to other allowed addresses and validated again", async () => {
  const operator = await aFetcher();
  const host = anApplication({}, "/cover.png");
  host.respond = sendPicture;
  const first = anApplication({}, "/moved");
  first.respond = redirectTo(host.url);
  const followed = await operator.post("/files", { from_url: first.url });
  assertStatus(followed, 201);
  assert.equal(followed.json<AFile>().filename, "cover.png");

  const inside = anApplication({}, "/secret");
  inside.resolve = (family) => (family === 4 ? ["169.254.169.254"] : []);
  for (const location of [
    inside.url,
    "http://school.example/plain",
    "https://127.0.0.1/",
    "https://[::1]/x",
    "https://u:p@school.example/",
  ]) {
    const hop = anApplication({}, "/hop");
    hop.respond = redirectTo(location);
    const before = dialled.length;
    const problem = problemOf(await operator.post("/files", { from_url: hop.url }));
    assert.deepEqual([problem.status, problem.code, problem.pointers], [422, "validation_failed", ["/from_url"]]);
    assert.equal(dialled.length, before + 1, "Only the first host was requested.");
  }
  assert.equal(inside.requests.length, 0);
  const loop = anApplication({}, "/loop");
  loop.respond = redirectTo(loop.url);
  assert.match(problemOf(await operator.post("/files", { from_url: loop.url })).detail, /redirects more than 3 times/);
  assert.equal(loop.requests.length, 4);
});

void test("Private network addresses are not requested, and are indistinguishable from missing ones", async () => {
  const operator = await aFetcher();
  const before = dialled.length;
  const details = new Set<string>();
  for (const addresses of [
    ["10.0.0.7"],
    ["127.0.0.1"],
    ["20.9.9.9", "192.168.1.1"],
    ["::ffff:10.0.0.1"],
    ["fd00::1"],
    [],
  ]) {
    const host = anApplication({}, "/file");
    host.resolve = (family) => addresses.filter((address) => address.includes(":") === (family === 6));
    const problem = problemOf(await operator.post("/files", { from_url: host.url }));
    assert.deepEqual([problem.status, problem.pointers], [422, ["/from_url"]]);
    details.add(problem.detail);
  }
  assert.equal(details.size, 1, [...details].join("\n"));
  assert.equal(dialled.length, before);
  for (const address of [
    "http://school.example/a.png",
    "file:///etc/passwd",
    "https://localhost/a",
    "https://2130706433/",
  ]) {
    assert.equal(problemOf(await operator.post("/files", { from_url: address })).code, "validation_failed", address);
  }
});

void test("Oversized, slow, compressed and failed responses are rejected", async () => {
  const operator = await aFetcher();
  const answers: [(request: unknown, response: ServerResponse) => void, RegExp][] = [
    [(_r, response) => response.writeHead(200, { "content-length": 11_000_000 }).write("x"), /larger than/],
    [
      (_r, response) => {
        response.writeHead(200);
        for (let chunk = 0; chunk < 11; chunk++) response.write(Buffer.alloc(1024 * 1024));
        response.end();
      },
      /larger than/,
    ],
    [() => {}, /took too long/],
    [(_r, response) => response.writeHead(200, { "content-encoding": "gzip" }).end("x"), /Content-Encoding/],
    [(_r, response) => response.writeHead(404).end(), /404/],
  ];
  for (const [respond, reason] of answers) {
    const host = anApplication({}, "/file.bin");
    host.respond = respond;
    const problem = problemOf(await operator.post("/files", { from_url: host.url }));
    assert.equal(problem.code, "validation_failed");
    assert.match(problem.detail, reason);
  }
});
