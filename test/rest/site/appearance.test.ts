import assert from "node:assert/strict";
import { test } from "node:test";
import { assertStatus } from "../../support/assert-status.ts";
import { outboxOf } from "../../support/worlds/records.ts";
import { anOperator, type Operator, problemOf } from "../support/operator.ts";

const scopes = "appearance:read appearance:write courses:read courses:write";
type Json = Record<string, unknown>;
interface Appearance extends Json {
  colors: Record<string, string>;
  fonts: Json;
  navigation: Json[];
  revision: number;
  custom_css: string;
  warnings: { pointer: string; code: string; detail: string }[];
}

const read = async (operator: Operator) => (await operator.get("/appearance")).json<Appearance>();
const change = async (operator: Operator, changes: Json, query = "") => {
  const etag = String((await operator.get("/appearance")).headers["etag"]);
  return operator.patch(`/appearance${query}`, changes, { "if-match": etag });
};

void test("A site has the default appearance until it is changed, and each change requires the current version", async () => {
  const operator = await anOperator(scopes);
  const before = await read(operator);
  assert.deepEqual([before["object"], before.revision, before["dark_mode"]], ["appearance", 1, "auto"]);
  assert.equal(before.colors["background"], "#fdfdfb");

  const unseen = await operator.patch("/appearance", { density: "compact" });
  assert.deepEqual([unseen.statusCode, problemOf(unseen).code], [428, "precondition_required"]);
  const etag = String((await operator.get("/appearance")).headers["etag"]);
  const changes = { density: "compact", dark_mode: "off", colors: { primary: "#123ABC" }, fonts: { heading: "inter" } };
  const changed = await operator.patch("/appearance", changes, { "if-match": etag });
  assertStatus(changed, 200);
  const after = await read(operator);
  assert.deepEqual([after["density"], after["dark_mode"], after.colors["primary"]], ["compact", "off", "#123abc"]);
  assert.deepEqual(after.fonts, { heading: "inter", body: "system" });
  assert.equal(after.revision, before.revision + 1);
  const late = await operator.patch("/appearance", { density: "spacious" }, { "if-match": etag });
  assert.deepEqual([late.statusCode, problemOf(late).code], [412, "etag_mismatch"]);

  await change(operator, { colors: { primary: null }, fonts: { heading: null } });
  const back = await read(operator);
  assert.deepEqual([back.colors, back.fonts], [before.colors, before.fonts]);
  const events = (await outboxOf(operator.site)).filter(({ type }) => type === "appearance.updated");
  assert.equal(events.length, 2);
});

void test("Low-contrast colors cause a warning, in dry runs too, and are accepted", async () => {
  const operator = await anOperator(scopes);
  const pale = { colors: { text: "#bbbbbb" } };
  const dryRunResult = await change(operator, pale, "?dry_run=true");
  const preview = dryRunResult.json<{ warnings: Appearance["warnings"]; would: { update: Json } }>();
  const warningPaths = (warnings: Appearance["warnings"]) => warnings.map(({ pointer, code }) => [pointer, code]);
  const expected = [
    ["/colors/text", "low_contrast"],
    ["/colors/text", "low_contrast"],
  ];
  assert.deepEqual(warningPaths(preview.warnings), expected);
  assert.match(preview.warnings[0]!.detail, /text on background has a contrast ratio of 1\.8:1/);
  assert.equal((await read(operator)).colors["text"], "#18211d");
  const done = await change(operator, pale);
  assert.equal(done.statusCode, 200);
  assert.deepEqual(warningPaths(done.json<Appearance>().warnings), expected);
  const fine = (await change(operator, { colors: { text: null } })).json<Appearance>();
  assert.deepEqual(fine.warnings, []);
  assert.deepEqual(problemOf(await change(operator, { colors: { text: "red" } })).pointers, ["/colors/text"]);
});

void test("Style sheets and markup are stored without harmful parts, and the removed parts are reported", async () => {
  const operator = await anOperator(scopes);
  const changed = (
    await change(operator, {
      custom_css: '@import "https://evil.example/a.css"; a { background: url(https://evil.example/b) }',
      header_html: '<p onclick="x()">Hello <script>x</script><iframe src="https://x.example"></iframe></p>',
      footer_html: '<a href="javascript:x">x</a>',
    })
  ).json<Appearance>();
  assert.equal(changed.custom_css, "a { background: none }");
  assert.equal(changed["header_html"], "<p>Hello </p>");
  assert.doesNotMatch(String(changed["footer_html"]), /javascript/);
  assert.deepEqual(
    changed.warnings.map(({ pointer, code }) => [pointer, code]),
    [
      ["/custom_css", "removed"],
      ["/custom_css", "removed"],
    ],
  );
  const own = `a { background: url(${operator.site.origin}/old-page) } b { background: url(/files/fil_1?x) }`;
  const cleaned = (await change(operator, { custom_css: own })).json<Appearance>();
  assert.equal(cleaned.custom_css, "a { background: none } b { background: none }");
  const unreadable = problemOf(await change(operator, { custom_css: "a { color: red" }));
  assert.deepEqual([unreadable.code, unreadable.pointers], ["validation_failed", ["/custom_css"]]);
  const large = problemOf(await change(operator, { custom_css: "é".repeat(33_000) }));
  assert.deepEqual(large.pointers, ["/custom_css"]);
});

const level = (children: Json[]) => [{ label: "x", href: "/", children }];

void test("Pictures must be files of the site", async () => {
  const operator = await anOperator(scopes);
  const wrong = { logo_file_id: "fil_01k9g2c8p4e6t0v3x5y7z9b1d3" };
  assert.deepEqual(problemOf(await change(operator, wrong)).pointers, ["/logo_file_id"]);
});

void test("A menu links to addresses and resources of the site, up to two nested levels", async () => {
  const operator = await anOperator(scopes);
  const course = (await operator.post("/courses", { name: "Tides" })).json<{ id: string }>();
  const navigation = [
    { label: "Learn", children: [{ label: "Tides", ref: course.id, children: [{ label: "Deep", href: "/deep" }] }] },
    { label: "Blog", href: "https://blog.example/", visible_to: "signed_out" },
  ];
  const written = await operator.put("/appearance/navigation", { navigation });
  assertStatus(written, 200);
  const kept = (await operator.get("/appearance/navigation")).json<Appearance>().navigation;
  assert.deepEqual(kept, [
    {
      label: "Learn",
      visible_to: "everyone",
      children: [
        {
          label: "Tides",
          ref: course.id,
          visible_to: "everyone",
          children: [{ label: "Deep", href: "/deep", visible_to: "everyone" }],
        },
      ],
    },
    { label: "Blog", href: "https://blog.example/", visible_to: "signed_out", children: [] },
  ]);
  assert.deepEqual((await read(operator)).navigation, kept);

  const refused = async (entries: Json[]) =>
    problemOf(await operator.put("/appearance/navigation", { navigation: entries })).pointers;
  assert.deepEqual(await refused([{ label: "x" }]), ["/navigation/0/href"]);
  assert.deepEqual(await refused([{ label: "x", href: "/a", ref: course.id }]), ["/navigation/0/ref"]);
  assert.deepEqual(await refused([{ label: "x", href: "javascript:x" }]), ["/navigation/0/href"]);
  const stranger = await anOperator(scopes);
  const theirs = (await stranger.post("/courses", { name: "Theirs" })).json<{ id: string }>().id;
  assert.deepEqual(await refused([{ label: "x", children: [{ label: "y", ref: theirs }] }]), [
    "/navigation/0/children/0/ref",
  ]);
  assert.ok(await refused(level(level(level(level([]))))));
  const many = Array.from({ length: 30 }, () => ({ label: "x", children: level([]) }));
  assert.equal((await operator.put("/appearance/navigation", { navigation: many })).statusCode, 200);
  assert.ok(await refused(Array.from({ length: 31 }, () => ({ label: "x", href: "/" }))));
});

void test("The home page consists of the configured sections, in order, without scripts", async () => {
  const operator = await anOperator(scopes);
  type Home = { home_sections: { kind: string; settings: Json }[] };
  const before = (await operator.get("/appearance/home_sections")).json<Home>();
  assert.deepEqual(kindsOf(before.home_sections), ["hero", "courses", "events", "plans", "posts", "lecturers"]);

  const chosen = [
    { kind: "html", settings: { html: "<p onclick=x>Welcome<script>alert(1)</script></p>" } },
    { kind: "posts" },
    { kind: "faq", settings: { items: [{ question: "Where?", answer_markdown: "At the *harbour*." }] } },
  ];
  const replaced = await operator.put("/appearance/home_sections", { home_sections: chosen });
  assertStatus(replaced, 200);
  const { home_sections: after } = (await operator.get("/appearance")).json<Home>();
  assert.deepEqual(kindsOf(after), ["html", "posts", "faq"]);
  assert.deepEqual(after[0]!.settings, { heading: null, html: "<p>Welcome</p>" });
  assert.deepEqual(after[1]!.settings, { heading: null, limit: 6 });

  const unknown = await operator.put("/appearance/home_sections", { home_sections: [{ kind: "carousel" }] });
  assert.deepEqual([unknown.statusCode, problemOf(unknown).code], [422, "validation_failed"]);
});

const kindsOf = (sections: { kind: string }[]) => sections.map(({ kind }) => kind);
