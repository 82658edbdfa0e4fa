import assert from "node:assert/strict";
import { test } from "node:test";
import { operatorOf } from "../../rest/support/operator.ts";
import { aSite } from "../../support/world.ts";
import { auditOf } from "../../support/worlds/records.ts";
import { textOf } from "../support/asked.ts";

const path = "/admin/appearance/preview";

async function anOwner() {
  const site = await aSite();
  return { site, browser: await site.signedIn(await site.member({ roles: ["owner"] })) };
}

void test("A preview shows pages of the school with values that are not saved, and changes nothing", async () => {
  const { site, browser } = await anOwner();
  for (const page of ["home", "course", "sign-in"]) {
    const { body, status } = await browser.open(`${path}?of=${page}&colors.accent=%23123456`);
    assert.equal(status, 200, page);
    assert.match(body, /<body inert /, page);
    assert.doesNotMatch(body, /site-theme\.css|\/assets\/site\.css/, page);
  }
  const style = await browser.open(`${path}.css?colors.accent=%23123456&fonts.heading=mono&dark_mode=off`);
  assert.match(style.body, /#123456/);
  assert.doesNotMatch((await browser.open("/assets/site.css")).body, /#123456/);
  assert.deepEqual(
    (await auditOf(site)).filter(({ action }) => /appearance/i.test(action)),
    [],
  );
});

void test("Only values that the appearance accepts reach a preview", async () => {
  const { browser } = await anOwner();
  const wrong =
    "colors.accent=red%7D*%7Bcolor:red&fonts.heading=%22%3B%7D&dark_mode=maybe&custom_css=body%7Bdisplay:none%7D";
  const style = await browser.open(`${path}.css?${wrong}`);
  assert.equal(style.status, 200);
  assert.doesNotMatch(style.body, /color:red|maybe|display:none\}$/);
  const page = await browser.open(`${path}?of=home&${wrong}&logo_file_id=fil_00000000000000000000000000`);
  assert.equal(page.status, 200);
  assert.doesNotMatch(page.body, /color:red|custom_css/);
});

void test("A preview has no scripts and forms, and pages of this site alone frame it", async () => {
  const { browser } = await anOwner();
  const { headers } = await browser.request("GET", `${path}?of=home`);
  const policy = String(headers["content-security-policy"]);
  assert.match(policy, /frame-ancestors 'self'.*sandbox allow-same-origin$/);
  assert.match(policy, /form-action 'none'/);
  assert.doesNotMatch(policy, /script-src/);
  assert.equal(headers["cache-control"], "no-store");
  const form = await browser.request("GET", "/admin/appearance/edit");
  assert.match(String(form.headers["content-security-policy"]), /frame-src 'self'/);
});

void test("Without scripts, a button of the form opens a preview, and its token stays out of the address", async () => {
  const { browser } = await anOwner();
  const form = await browser.open("/admin/appearance/edit");
  const csrf = /name="csrf" value="([^"]+)"/.exec(form.body)![1]!;
  const sent = await browser.request("POST", path, { csrf, of: "course", "colors.accent": "#123456", custom_css: "x" });
  assert.equal(sent.statusCode, 303);
  assert.equal(sent.headers.location, `${path}?of=course&colors.accent=%23123456`);
});

void test("The form says which colors are hard to tell apart", async () => {
  const { site, browser } = await anOwner();
  assert.match(textOf(await browser.open("/admin/appearance/edit")), /All colors have enough contrast/);
  const query = "colors.text=%23aaaaaa&colors.background=%23ffffff";
  const { body } = await browser.open(`/admin/appearance/contrast?${query}`);
  const { warnings } = JSON.parse(body) as { warnings: string[] };
  assert.match(warnings[0]!, /^Text color on Background color: contrast 2\.3 to 1\. Use at least 4\.5 to 1/);
  const operator = await operatorOf(site, "appearance:read appearance:write");
  const version = (await operator.get("/appearance")).headers["etag"];
  await operator.patch(
    "/appearance",
    { colors: { text: "#aaaaaa", background: "#ffffff" } },
    { "if-match": String(version) },
  );
  assert.match(
    textOf(await browser.open("/admin/appearance/edit")),
    /Text color on Background color: contrast 2\.3 to 1/,
  );
});

void test("A menu leads to events, products and memberships too, which its form offers by name", async () => {
  const { site, browser } = await anOwner();
  const scopes =
    "appearance:read appearance:write events:read events:write courses:read courses:write digital_products:read digital_products:write";
  const operator = await operatorOf(site, scopes);
  const times = { starts_at: "2031-01-01T10:00:00Z", ends_at: "2031-01-01T12:00:00Z", time_zone: "Europe/London" };
  const event = (await operator.post("/events", { name: "Regatta", format: "online", ...times })).json<{
    id: string;
  }>();
  await operator.post("/courses", { name: "Knots" });
  const form = await browser.open("/admin/appearance/navigation/edit");
  assert.match(form.body, />Event: Regatta</);
  assert.match(form.body, />Course: Knots</);
  const choices = await browser.open("/admin/choices/several?kinds=course,event&q=regatta");
  assert.deepEqual(
    (JSON.parse(choices.body) as { choices: { id: string }[] }).choices.map(({ id }) => id),
    [event.id],
  );

  assert.equal(
    (await operator.put("/appearance/navigation", { navigation: [{ label: "Race", ref: event.id }] })).statusCode,
    200,
  );
  assert.doesNotMatch((await site.browser().open("/")).body, />Race</, "A draft has no page.");
  await operator.post(`/events/${event.id}/publish`);
  assert.match((await site.browser().open("/")).body, /href="\/events\/regatta"[^>]*>Race</);
  const missing = await operator.put("/appearance/navigation", {
    navigation: [{ label: "No", ref: event.id.replace("evn_", "mpl_") }],
  });
  assert.equal(missing.statusCode, 422);
});
