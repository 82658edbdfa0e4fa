import assert from "node:assert/strict";
import { test } from "node:test";
import { aFileOf } from "../../rest/support/a-file.ts";
import { exported } from "../../rest/support/exported.ts";
import { operatorOf } from "../../rest/support/operator.ts";
import { aSite } from "../../support/world.ts";
import { aPicture } from "../../support/worlds/pictures.ts";

const owner = async (scopes: string) => {
  const operator = await operatorOf(await aSite(), scopes);
  return { operator, browser: await operator.site.signedIn(operator.member) };
};

void test("The list of files shows images, and fields for an image offer nothing else", async () => {
  const { operator, browser } = await owner("storage:write");
  const picture = aPicture({ width: 900, height: 600 });
  const image = await aFileOf(operator, picture, { purpose: "page" }, { name: "harbour.png" });
  await aFileOf(operator, Buffer.from("Notes"), { purpose: "attachment" }, { name: "harbour.txt" });

  const list = await browser.open("/admin/files");
  const sources = [...list.body.matchAll(/<img\s+class="thumbnail" src="([^"]+)"/g)].map(([, source]) => source!);
  assert.deepEqual(sources, [image.variants.find(({ name }) => name === "small")?.url ?? image.url]);
  assert.equal((await operator.site.get(sources[0]!.replace(operator.site.origin, ""))).statusCode, 200);
  assert.match(list.body, /<span class="thumbnail" aria-hidden="true">TXT<\/span>/);
  assert.match(
    (await browser.open(`/admin/files/${image.id}`)).body,
    /<img class="picture-of-one" src="[^"]+" alt="harbour\.png"/,
  );

  const form = await browser.open("/admin/lecturers/new");
  const select = /<select id="picture_file_id".*?<\/select>/s.exec(form.body)?.[0] ?? "";
  assert.match(select, />harbour\.png</);
  assert.doesNotMatch(select, /harbour\.txt/);
  const choices = async (address: string) => (await browser.open(address)).body;
  assert.doesNotMatch(await choices("/admin/choices/files?only=image&q=harbour"), /harbour\.txt/);
  assert.match(await choices("/admin/choices/files?q=harbour"), /harbour\.txt/);
});

void test("Pages of resources show rich texts as members see them, without their scripts", async () => {
  const { operator, browser } = await owner("courses:write events:write");
  const text = "Learn **the bowline**.\n\n- one\n\n<script>alert(1)</script>";
  const { id } = (await operator.post("/courses", { name: "Knots", description_markdown: text })).json<{
    id: string;
  }>();
  const { body } = await browser.open(`/admin/courses/${id}`);
  assert.match(body, /<strong>the bowline<\/strong>/);
  assert.doesNotMatch(body, /\*\*the bowline|<script>alert/);
});

void test("The page of an export offers its file by name", async () => {
  const { operator, browser } = await owner("courses:read courses:write school:write");
  await operator.post("/courses", { name: "Knots" });
  const { job } = await exported(operator, { resources: ["courses"], format: "csv" });
  const { body } = await browser.open(`/admin/jobs/${job.id}`);
  const download = /<a class="button primary" href="([^"]+)"[^>]*>Download the file<\/a>/.exec(body)?.[1];
  assert.ok(download !== undefined);
  const address = download.replaceAll("&amp;", "&").replace(operator.site.origin, "");
  assert.equal((await operator.site.get(address)).statusCode, 200);
  assert.match(body, /<bdi class="foreign">[^<]+\.csv<\/bdi><\/a>/);
});
