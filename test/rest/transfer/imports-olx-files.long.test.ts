import assert from "node:assert/strict";
import { test } from "node:test";
import { aPicture } from "../../support/worlds/pictures.ts";
import { olxUnit } from "../support/olx-builder.ts";
import { importedOlx, type OlxFiles } from "../support/olx-import.ts";

const words = (number: string) => `<p>Text of ${number}</p>`;

void test("The file of a text is found by every spelling that Open edX accepts, and reported if it is missing", async () => {
  const spellings: Record<string, [component: string, file: string, definition?: OlxFiles]> = {
    bare: ['<html url_name="a" filename="a"/>', "html/a.html"],
    extension: ['<html url_name="a" filename="a.html"/>', "html/a.html"],
    doubled: ['<html url_name="a" filename="a.html.xml"/>', "html/a.html"],
    folder: ['<html url_name="a" filename="deep/a"/>', "html/deep/a.html"],
    whole: ['<html url_name="a" filename="html/a.html"/>', "html/a.html"],
    colon: ['<html url_name="week:a"/>', "html/week/text.html", { "html/week/a.xml": '<html filename="text"/>' }],
    outside: ['<html url_name="week:a"/>', "html/text.html", { "html/week/a.xml": '<html filename="text"/>' }],
    pointer: ['<html url_name="a"/>', "html/a.html"],
    letters: ['<html url_name="a" filename="Intro"/>', "html/intro.HTML"],
    slug: ['<html slug="a"/>', "html/a.html", { "html/a.xml": '<html filename="a" name="Title"/>' }],
    cdata: ["<html><![CDATA[<p>Text of cdata</p>]]></html>", "html/other.html"],
    json: ['<html url_name="&quot;a&quot;" filename="&quot;a&quot;"/>', "html/a.html"],
  };
  const missing = {
    ...olxUnit("gone", '<html url_name="a"/>', { "html/a.xml": '<html filename="b" display_name="A"/>' }),
    ...olxUnit("undefined", '<html url_name="a"/><problem url_name="p"/><vertical url_name="w"/>'),
    ...olxUnit("damaged", '<html url_name="a"/><html>Kept</html>', { "html/a.xml": "<html><b></html>" }),
    ...olxUnit("latin", '<html url_name="a"/>', { "html/a.html": Buffer.from("<p>Caf\xe9</p>", "latin1") }),
  };
  const files = Object.entries(spellings).map(([number, [component, file, definition = {}]]) =>
    olxUnit(number, component, { ...definition, [file]: words(number) }),
  );
  const { of, reported, errors } = await importedOlx(Object.assign({}, missing, ...files) as OlxFiles);
  assert.deepEqual(errors, []);
  for (const number of Object.keys(spellings)) {
    assert.equal(
      of(number).lectures[0]?.body_markdown,
      `Text of ${number}`,
      `${number}: ${reported(number).join("\n")}`,
    );
  }
  assert.match(
    reported("gone").join("\n"),
    /html\/a\.xml:1 the text “A” is left out: the file html\/b\.html does not exist/,
  );
  for (const file of ["html/a.xml", "problem/p.xml", "vertical/w.xml"]) {
    assert.ok(
      reported("undefined").some((warning) => warning.endsWith(`the file ${file} does not exist`)),
      file,
    );
  }
  assert.match(
    reported("damaged").join("\n"),
    /vertical\/v\.xml:1 <html> “a” is left out: .*html\/a\.xml:1: expected XML/,
  );
  assert.equal(of("damaged").lectures[0]!.body_markdown, "Kept");
  assert.equal(of("latin").lectures[0]!.body_markdown, "Café");
  assert.match(reported("latin").join("\n"), /html\/a\.html:1 the file is not in UTF-8/);
});

void test("Files are found by their keys, wherever a part of the course names them", async () => {
  const html =
    '<p><img src="/static/a_b_.png" alt="one"><img src="/asset-v1:T+C+R+type@asset+block@a_b_.png" alt="again">' +
    '<a href="/c4x/T/C/asset/N_te.pdf">note</a> <a href="https://edx.example/asset-v1:T+C+R+type@asset+block/papers_x.txt">deep</a>' +
    '<a href="/static/stored%20name.txt">stored</a> <a href="/static/GROSS.txt">case</a></p>' +
    '<video controls><source src="/static/clip.mp4"></video><object data="/static/plan.pdf"></object>' +
    `<div style="background: url('/static/wall.png')">wall</div><iframe src="/static/frame.txt"></iframe>` +
    '<img src="http://pictures.example/a.png" alt="plain">';
  const video =
    '<video url_name="film" display_name="Film" sub="abc" transcripts="{&quot;de&quot;: &quot;film de.srt&quot;}" edx_video_id="id1">' +
    '<source src="/static/film.mp4"/><handout src="/static/hand_out.txt"/><transcript language="fr" src="fr.srt"/>' +
    '<video_asset><transcripts><transcript language_code="es" file_format="srt"/></transcripts></video_asset></video>';
  const problem =
    '<problem url_name="p"><multiplechoiceresponse><label>Which? <img src="/static/ask.png" alt="ask"/></label><choicegroup>' +
    '<choice correct="true">One <img src="/static/choice.png" alt="picture"/></choice><choice correct="false">Two</choice>' +
    "</choicegroup></multiplechoiceresponse></problem>";
  const text = "A text";
  const files: OlxFiles = {
    "static/a b!.png": aPicture({ width: 21 }),
    "static/N&te.pdf": text,
    "static/papers/x.txt": text,
    "static/renamed.txt": text,
    "policies/assets.json": JSON.stringify({ "stored_name.txt": { displayname: "renamed.txt" } }),
    "static/Gross.txt": text,
    "static/clip.mp4": text,
    "static/plan.pdf": text,
    "static/wall.png": aPicture({ width: 22 }),
    "static/frame.txt": text,
    "static/film.mp4": "\0\0\0\u0018ftypisom",
    "static/hand out.txt": text,
    "static/fr.srt": text,
    "static/film de.srt": text,
    "static/subs_abc.srt.sjson": text,
    "static/id1-es.srt": text,
    "static/ask.png": aPicture({ width: 23 }),
    "static/choice.png": aPicture({ width: 24 }),
    "static/images/course_image.jpg": aPicture({ width: 25 }),
    "html/h.xml": '<html filename="h"/>',
    "html/h.html": html,
  };
  const { of, reported } = await importedOlx(
    olxUnit("assets", `<html url_name="h"/>${video}${problem}`, files, {
      attributes: ' course_image="images_course_image.jpg"',
    }),
  );
  const [lecture] = of("assets").lectures;
  const said = reported("assets").join("\n");
  assert.ok(of("assets").cover_file_id);
  assert.ok(lecture!.video?.file_id, said);
  const titles = lecture!.attachments.filter(({ file_id }) => file_id !== null).map(({ title }) => title);
  assert.deepEqual(
    titles.toSorted(),
    [
      "Film (de)",
      "Film (en)",
      "Film (es)",
      "Film (fr)",
      "Film (handout)",
      "Gross.txt",
      "N&te.pdf",
      "ask",
      "choice.png",
      "clip.mp4",
      "frame.txt",
      "one",
      "plan.pdf",
      "renamed.txt",
      "wall.png",
      "x.txt",
    ].toSorted(),
    said,
  );
  assert.match(lecture!.body_markdown!, /!\[plain\]\(<https:\/\/pictures\.example\/a\.png>\)/);
  assert.doesNotMatch(said, /does not exist|unreferenced/);
});

const data = (type: string, content: string) => `<img alt="${type}" src="data:${type};base64,${content}">`;

void test("Files written in texts are stored by their content, within bounds, and hostile ones are reported", async () => {
  const png = aPicture({ width: 33 }).toString("base64");
  const svg =
    "<svg xmlns='http://www.w3.org/2000/svg' width='4' height='4'><script>alert(1)</script><rect width='4' height='4'/></svg>";
  const html =
    data("image/jpeg", png) +
    data("image/png", png) +
    `<img alt="drawing" src="data:image/svg+xml;utf8,${encodeURIComponent(svg)}">` +
    data("image/png", Buffer.from("<script>alert(1)</script>").toString("base64")) +
    data("image/png", "%%%") +
    '<a href="data:text/html,<script>alert(1)</script>">page</a><p>Rest</p>' +
    `<img alt="plain" src=data:image/png;base64,${aPicture({ width: 34 }).toString("base64")}>` +
    `<p style="background: url('data:image/png;base64,${aPicture({ width: 35 }).toString("base64")}')">wall</p>`;
  const { of, reported } = await importedOlx(olxUnit("inline", '<html url_name="h"/>', { "html/h.html": html }));
  const [lecture] = of("inline").lectures;
  // One picture under two types is one file of its real type.
  assert.deepEqual(
    lecture!.attachments.map(({ kind }) => kind),
    ["image", "image", "image", "image"],
  );
  assert.match(lecture!.body_markdown!, /Rest.*!\[plain\]\(/s);
  assert.doesNotMatch(lecture!.body_markdown!, /alert|data:/);
  const said = reported("inline").join("\n");
  assert.match(
    said,
    /html\/h\.html:1 a file within the text is left out: a data: address cannot have the type text\/plain/,
  );
  assert.match(said, /html\/h\.html:1 a file within the text is left out: its data: address is damaged/);
});

void test("Long names are cut between characters, and characters that no database stores are left out", async () => {
  const long = `${"a".repeat(198)}😀${"b".repeat(10)}`;
  const { of, errors, reported } = await importedOlx(
    olxUnit("long", "", {
      "sequential/s.xml": `<sequential display_name="${long.repeat(3)}"><vertical url_name="v"/></sequential>`,
      "vertical/v.xml": `<vertical display_name="${long}"><html url_name="h"/><problem url_name="p"/></vertical>`,
      "html/h.xml": String.raw`<html filename="h" display_name="&quot;A\ud83d\u0000B&quot;"/>`,
      "html/h.html": "<p>Kept</p>",
      "problem/p.xml": `<problem rerandomize="${"x".repeat(498)}😀x"><p>${"y".repeat(998)}😀</p></problem>`,
      "policies/R/policy.json": String.raw`{"chapter/c": {"display_name": "Chapter \ud83d\u0000!"}}`,
    }),
  );
  assert.deepEqual(errors, []);
  const [lecture] = of("long").lectures;
  assert.deepEqual([lecture!.title, lecture!.body_markdown], [`${"a".repeat(198)}…`, "## A\ufffdB\n\nKept"]);
  assert.ok(lecture!.metadata["olx_subsection"]!.isWellFormed());
  assert.match(reported("long").join("\n"), /its name is cut after 200 characters: a+😀b+/);
});
