import assert from "node:assert/strict";
import { test } from "node:test";
import fastCheck from "fast-check";
import { defaultColors } from "#domain/site/appearance/appearance.ts";
import { contrast } from "#lib/look/contrast.ts";
import { darkPaletteOf, paletteOf } from "#pages/views/public/palette.ts";
import { addressOf, publishEverything } from "../../support/worlds/published.ts";
import { aSite, authorizeUrl } from "../../support/world.ts";

import { dress } from "../support/dress.ts";

const color = fastCheck.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, "0")}`);
const colors = fastCheck.record(
  Object.fromEntries(Object.keys(defaultColors).map((name) => [name, color])) as Record<
    keyof typeof defaultColors,
    typeof color
  >,
);

void test("Any colors a school chooses keep text readable and buttons visible, in light and dark mode", () => {
  fastCheck.assert(
    fastCheck.property(colors, (chosen) => {
      const own = new Set(Object.keys(chosen));
      for (const palette of [paletteOf(chosen, own), darkPaletteOf(chosen, own)]) {
        const { paper, desk, ink, soft, rubric, link, primary, onPrimary, press, line, wash } = palette;
        for (const ground of [paper, desk]) {
          for (const text of [ink, soft, rubric, link])
            assert.ok(contrast(text, ground) >= 4.5, `${text} on ${ground}`);
          for (const shape of [primary, line]) assert.ok(contrast(shape, ground) >= 3, `${shape} on ${ground}`);
        }
        assert.ok(contrast(onPrimary, primary) >= 4.5, `${onPrimary} on ${primary}`);
        assert.ok(contrast(onPrimary, press) >= 4.5, `${onPrimary} on ${press}`);
        assert.ok(contrast(rubric, wash) >= 3, `${rubric} on ${wash}`);
      }
    }),
    { numRuns: 2000 },
  );
});

void test("Colors with sufficient contrast are used unchanged", () => {
  const chosen = { ...defaultColors, primary: "#0b57b0", accent: "#8a4b08", link: "#0b57b0" };
  const palette = paletteOf(chosen, new Set(["primary", "accent", "link"]));
  assert.deepEqual(
    [palette.primary, palette.rubric, palette.link, palette.paper],
    ["#0b57b0", "#8a4b08", "#0b57b0", "#fdfdfb"],
  );
});

void test("A school's custom styles apply to its public pages, and to no page that asks for credentials or consent", async () => {
  const site = await aSite();
  await publishEverything(site);
  await dress(site, {
    customCss: ".marker-css { color: red }",
    headerHtml: "<p>marker-header</p>",
    footerHtml: "<p>marker-footer</p>",
  });
  const owner = await site.signedIn(await site.member({ roles: ["owner"] }));
  const consent = await owner.open(authorizeUrl(await site.register()).url);
  for (const address of [
    "/account",
    "/admin",
    "/admin/settings/beta-features",
    consent.address,
    "/nowhere",
    "/docs/errors",
    "/account/password",
  ]) {
    const { body } = await owner.open(address);
    assert.doesNotMatch(body, /marker|site\.css/, address);
  }
  // The account has the theme of the school, without its own CSS and HTML.
  for (const address of ["/account", "/account/email", "/account/password", "/account/data"]) {
    const { body } = await owner.open(address);
    assert.doesNotMatch(body, /marker/, address);
    const theme = /href="(\/assets\/site-theme\.css[^"]*)"/.exec(body)![1]!;
    const sheet = await site.get(theme);
    assert.match(sheet.body, /--primary/);
    assert.doesNotMatch(sheet.body, /marker-css/);
    assert.match(String(sheet.headers["cache-control"]), /immutable/);
  }
  for (const address of ["/learn", "/certificates"]) assert.match((await owner.open(address)).body, /marker-header/);
  for (const address of ["/sign-in", "/password/forgotten", "/oauth/authorize"]) {
    assert.doesNotMatch((await site.browser().open(address)).body, /marker|site\.css/, address);
  }
  for (const address of ["/", "/courses", addressOf("course", "shown"), addressOf("page", "shown")]) {
    const { body } = await site.get(address, { headers: { accept: "text/html" } });
    assert.match(body, /marker-header/, address);
    assert.match(body, /marker-footer/, address);
    const style = /href="(\/assets\/site\.css[^"]*)"/.exec(body)![1]!;
    const sheet = await site.get(style);
    assert.match(sheet.body, /\.marker-css \{ color: red \}/);
    assert.match(String(sheet.headers["cache-control"]), /immutable/);
  }
});

void test("A changed style sheet has a new URL, and is cached forever only at its current one", async () => {
  const site = await aSite();
  const addressOfStyle = async () => /\/assets\/site\.css\?v=[\w-]+/.exec((await site.get("/")).body)![0];
  const first = await addressOfStyle();
  await dress(site, { colors: { primary: "#123456" } });
  const second = await addressOfStyle();
  assert.notEqual(first, second);
  assert.match((await site.get(second)).body, /--primary: #123456/);
  const old = await site.get(first);
  assert.match(String(old.headers["cache-control"]), /no-cache/);
});
