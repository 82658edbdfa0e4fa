import assert from "node:assert/strict";
import { test } from "node:test";
import { parseId } from "#domain/platform/ids.ts";
import { assertStatus } from "../../support/assert-status.ts";
import { database } from "../../support/databases/database.ts";
import { hour, later } from "../../support/clock.ts";
import { aPicture } from "../../support/worlds/pictures.ts";
import { aReceiver, aSiteWithReceivers, deliverDue } from "../../support/doubles/webhook-receiver.ts";
import { aClass, assignmentScopes } from "../support/assigned-class.ts";
import { anOperator, operatorOf, type Operator, problemOf } from "../support/operator.ts";
import { letTeach } from "../support/taught-course.ts";

const scopes = `${assignmentScopes} storage:write school:read school:write`;

interface HandedIn {
  id: string;
  file_ids: string[];
  files: { id: string; filename: string; content_type: string; byte_size: number; url: string }[];
}

const text = (name: string, content = name) => ({ name, type: "text/html", bytes: Buffer.from(content) });

async function only(operator: Operator): Promise<HandedIn> {
  const { data } = (await operator.get("/submissions")).json<{ data: HandedIn[] }>();
  assert.equal(data.length, 1);
  return data[0]!;
}

const fetched = async (operator: Operator, url: string) => operator.site.get(url.slice(operator.site.origin.length));

const objectsLeft = async (operator: Operator) =>
  (
    await database.first<{ held: number }>`
      select count(*)::integer as held from stored_objects
       where site_id = ${operator.site.site.id} and released_at is null`
  )?.held;

void test("Files are submitted on the page, and graders read them at signed addresses", async () => {
  const operator = await anOperator(scopes);
  const { lecture, page, handIn } = await aClass(operator, { submission_kinds: ["file"] });
  assert.match(await page(), /<input\s+id="files"\s+name="files"\s+type="file"\s+multiple/);
  const picture = { name: "bowline.png", type: "image/png", bytes: aPicture() };
  const handed = await handIn({}, [text("C:\\notes.html", "<script>alert(1)</script>"), picture]);
  assertStatus(handed, 303);
  const { id, file_ids: ids, files } = await only(operator);
  assert.deepEqual(
    files.map(({ filename, content_type: type }) => [filename, type]),
    [
      ["notes.html", "text/plain"],
      ["bowline.png", "image/png"],
    ],
  );
  assert.deepEqual(
    files.map((file) => file.id),
    ids,
  );
  assert.deepEqual((await operator.get(`/submissions/${id}`)).json<HandedIn>().files, files);
  const [{ url }] = files as [(typeof files)[0]];
  const bytes = await fetched(operator, url);
  assert.equal(bytes.body, "<script>alert(1)</script>");
  assert.match(String(bytes.headers["content-disposition"]), /^attachment/);
  assert.equal((await fetched(operator, url.split("?")[0]!)).statusCode, 404, "without its signature");
  await later(3 * hour, async () => assert.equal((await fetched(operator, url)).statusCode, 404));
  const html = await page();
  for (const name of ["notes.html", "bowline.png"]) assert.ok(html.includes(`>${name}<`), name);
  const { status } = (await operator.get(`/submissions?assignment_id=${lecture}`)).json<{
    data: { status: string }[];
  }>().data[0]!;
  assert.equal(status, "submitted");
});

void test("Submitted files are not in the file library and have no other use", async () => {
  const operator = await anOperator(scopes);
  const { course, handIn } = await aClass(operator, { submission_kinds: ["file"] });
  await handIn({}, [text("notes.txt")]);
  const [id] = (await only(operator)).file_ids as [string];
  assert.deepEqual((await operator.get("/files")).json<{ data: object[] }>().data, []);
  assert.equal((await operator.get(`/files/${id}`)).statusCode, 404);
  assert.equal((await operator.delete(`/files/${id}`)).statusCode, 404);
  const used = await operator.patch(`/courses/${course}`, { cover_file_id: id });
  assert.deepEqual([used.statusCode, problemOf(used).pointers], [422, ["/cover_file_id"]]);
});

void test("Lecturers of other courses and other sites cannot see them", async () => {
  const operator = await anOperator(scopes);
  const [own, other] = [await aClass(operator, { submission_kinds: ["file"] }), await aClass(operator)];
  await own.handIn({}, [text("notes.txt")]);
  const { id, files } = await only(operator);
  const lecturer = await operatorOf(operator.site, scopes, { roles: ["lecturer"] });
  await letTeach(lecturer, other.course);
  assert.equal((await lecturer.get(`/submissions/${id}`)).statusCode, 404);
  const elsewhere = await anOperator(scopes);
  const signed = files[0]!.url.slice(operator.site.origin.length);
  assert.equal((await elsewhere.site.get(signed)).statusCode, 404);
});

void test("A returned submission is submitted again with the kept files; the others are deleted with their bytes", async () => {
  const operator = await anOperator(scopes);
  const { page, handIn } = await aClass(operator, { submission_kinds: ["file", "text"] });
  await handIn({}, [text("one.txt"), text("two.txt")]);
  const first = await only(operator);
  await operator.post(`/submissions/${first.id}/grade`, { status: "returned" });
  assert.match(await page(), new RegExp(`name="keep.0"\\s+value="${first.file_ids[0]}"\\s+checked`));
  const foreign = await aClass(operator, { submission_kinds: ["file"] });
  await foreign.handIn({}, [text("theirs.txt")]);
  const theirs = (await operator.get(`/submissions?assignment_id=${foreign.lecture}`)).json<{ data: HandedIn[] }>();
  const again = await handIn({ "keep.1": first.file_ids[1]!, "keep.2": theirs.data[0]!.file_ids[0]! }, [
    text("three.txt"),
  ]);
  assertStatus(again, 303);
  const second = (await operator.get(`/submissions/${first.id}`)).json<HandedIn>();
  assert.deepEqual(
    second.files.map(({ filename }) => filename),
    ["two.txt", "three.txt"],
  );
  assert.equal((await fetched(operator, first.files[0]!.url)).statusCode, 404);
  assert.equal((await fetched(operator, second.files[0]!.url)).statusCode, 200);
  assert.equal(await objectsLeft(operator), 3, "two of this one, one of the other");
});

void test("Too many, oversized and invalid files are rejected with a message, and the typed text is kept", async () => {
  const operator = await anOperator(scopes);
  const { handIn } = await aClass(operator, { submission_kinds: ["file", "text"] });
  const many = Array.from({ length: 6 }, (_, index) => text(`${index}.txt`));
  const large = [
    { name: "a.bin", bytes: Buffer.alloc(12 * 1024 * 1024, 1) },
    { name: "b.bin", bytes: Buffer.alloc(9 * 1024 * 1024, 1) },
    { name: "c.bin", bytes: Buffer.alloc(9 * 1024 * 1024, 1) },
  ];
  const picture = [{ name: "x.png", bytes: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg">') }];
  for (const [files, message] of [
    [many, /up to 5 files/],
    [large, /20 MB in total/],
    [picture, /SVG/],
  ] as const) {
    const refused = await handIn({ text: "A whole page of words" }, files);
    assert.equal(refused.statusCode, 422);
    const [problem] = /<div id="problem".*?<\/div>/s.exec(refused.body)!;
    assert.match(problem, message);
    assert.match(refused.body, /<textarea[^>]*>A whole page of words<\/textarea>/);
  }
  assert.equal((await operator.get("/submissions")).json<{ data: object[] }>().data.length, 0);
  assert.equal(await objectsLeft(operator), 0);
});

void test("An assignment without files accepts none, and no bytes are stored where nothing can be submitted", async () => {
  const operator = await anOperator(scopes);
  const textOnly = await aClass(operator, { submission_kinds: ["text"] });
  assert.ok(!(await textOnly.page()).includes('type="file"'));
  assert.equal((await textOnly.handIn({ text: "x" }, [text("x.txt")])).statusCode, 422);
  const files = await aClass(operator, { submission_kinds: ["file"] });
  await files.handIn({}, [text("x.txt")]);
  const stored = async () =>
    (await database.many`select id from stored_objects where site_id = ${operator.site.site.id}`).length;
  const before = await stored();
  const form = /name="csrf" value="([^"]+)"/.exec(await textOnly.page())![1]!;
  assert.ok(form);
  assert.equal((await files.handIn({}, [text("y.txt")])).statusCode, 409);
  assert.equal(await stored(), before);
});

void test("Rejected uploads are limited to twenty an hour, so they cannot fill the storage", async () => {
  const operator = await anOperator(scopes);
  const { handIn } = await aClass(operator, { submission_kinds: ["file"] });
  const svg = [{ name: "x.svg", bytes: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg">') }];
  for (let tries = 0; tries < 20; tries++) assert.equal((await handIn({}, svg)).statusCode, 422);
  const refused = await handIn({}, [text("x.txt")]);
  assert.equal(refused.statusCode, 429);
  assert.ok(Number(refused.headers["retry-after"]) > 0);
  await later(hour, async () => assert.equal((await handIn({}, [text("x.txt")])).statusCode, 303));
});

void test("Webhooks describe a submission with its files at signed addresses", async () => {
  const receiver = aReceiver();
  const site = await aSiteWithReceivers();
  const operator = await operatorOf(site, scopes);
  const made = await operator.post("/webhook_endpoints", { url: receiver.url, event_types: ["submission.created"] });
  assertStatus(made, 201);
  const { handIn } = await aClass(operator, { submission_kinds: ["file"] });
  await handIn({}, [text("notes.txt")]);
  await deliverDue(site);
  const { files } = receiver.received[0]!.body.data.object as unknown as HandedIn;
  assert.equal(files[0]!.filename, "notes.txt");
  assert.ok(parseId("file", files[0]!.id));
  assert.equal((await fetched(operator, files[0]!.url)).body, "notes.txt");
});
