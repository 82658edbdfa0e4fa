import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import fastCheck from "fast-check";
import type { Browser } from "playwright-core";
import { defaultColors } from "#domain/site/appearance/appearance.ts";
import { lockAppearance, updateAppearance } from "#domain/site/appearance/queries.ts";
import { contrast } from "#lib/contrast.ts";
import { darkPaletteOf, paletteOf } from "#pages/views/public/palette.ts";
import { violationsOf } from "../support/accessibility.ts";
import { launchBrowser } from "../support/browser.ts";
import { now } from "../support/clock.ts";
import { addressOf, kinds, publishEverything } from "../support/published.ts";
import { aLiveSite } from "../support/live-site.ts";
import { type ASite, aSite, authorizeUrl } from "../support/world.ts";

type Looks = Parameters<typeof updateAppearance>[1];

/** Stores the appearance as the operator API does, after sanitizing it. */
const dress = async (site: ASite, looks: Looks) => {
  await lockAppearance(site.context());
  await updateAppearance(site.context(), looks, now());
};

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

void describe("a school with hostile styles, in a browser", () => {
  let browser: Browser;
  let live: Awaited<ReturnType<typeof aLiveSite>>;

  before(async () => {
    [browser, live] = await Promise.all([launchBrowser(), aLiveSite()]);
    await publishEverything(live.site);
    await dress(live.site, {
      colors: {
        background: "#777777",
        surface: "#808080",
        text: "#7a7a7a",
        mutedText: "#777777",
        link: "#888888",
        primary: "#777777",
        accent: "#787878",
        border: "#777777",
      },
      fonts: { heading: "mono", body: "rounded" },
      cornerRadius: "large",
      density: "compact",
      footerHtml: `<table><tr><td>${"x".repeat(300)}</td></tr></table><p dir="rtl">مدرسة الميناء</p>`,
      navigation: [
        { label: "مدرسة الميناء المسائية للكبار", href: "/courses", visibleTo: "everyone", children: [] },
        {
          label: "y".repeat(80),
          visibleTo: "everyone",
          children: [
            {
              label: "Deeper",
              href: "/events",
              visibleTo: "everyone",
              children: [{ label: "z".repeat(80), href: "/posts", visibleTo: "everyone" }],
            },
          ],
        },
      ],
    });
  });
  after(async () => {
    await browser.close();
    await live.close();
  });

  const paths = ["/", "/courses", ...Object.keys(kinds).map((kind) => addressOf(kind, "shown"))];
  for (const colorScheme of ["light", "dark"] as const) {
    void test(`has no axe violations, no policy violations and no horizontal scrolling, ${colorScheme}`, async () => {
      const page = await browser.newPage({
        viewport: { width: 360, height: 800 },
        colorScheme,
        reducedMotion: "reduce",
      });
      const complaints: string[] = [];
      page.on("console", (message) => complaints.push(message.text()));
      for (const path of paths) {
        await page.goto(`${live.origin}${path}`);
        for (const width of [360, 1280]) {
          await page.setViewportSize({ width, height: 800 });
          assert.deepEqual(await violationsOf(page), [], `${path}, ${width} px`);
          const wide = await page.evaluate(
            "document.documentElement.scrollWidth > document.documentElement.clientWidth",
          );
          assert.equal(wide, false, `${path}, ${width} px`);
        }
      }
      assert.deepEqual(complaints, []);
      await page.close();
    });
  }

  void test("is navigable with the keyboard alone: past the header, into the menu, to the content", async () => {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
    await page.goto(`${live.origin}/courses`);
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    assert.equal(await page.evaluate("document.activeElement.id"), "content");
    for (const summary of await page.locator(".menu.open summary").all()) {
      await summary.focus();
      await page.keyboard.press("Enter");
    }
    assert.ok(
      await page.getByRole("navigation", { name: "Main menu" }).getByRole("link", { name: "Deeper" }).isVisible(),
    );
    await page.close();
  });
});
