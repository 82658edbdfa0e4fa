import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { assertStatus } from "../../support/assert-status.ts";
import type { Page, TestBrowser } from "../../support/browser-session.ts";
import { cookiesOf } from "../../support/isolation/attempt.ts";
import { multipart } from "../../support/data/multipart.ts";
import { aPicture } from "../../support/worlds/pictures.ts";
import type { ASite } from "../../support/world.ts";
import { anOperator, applications, clientIn, register, wellFilled } from "../support/applications.ts";
import { textOf } from "../support/asked.ts";

const hiddenIn = (body: string, name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(body)?.[1] ?? "";

/** Fills in the form of a page and sends it with a file, as a browser does. */
async function send(
  site: ASite,
  browser: TestBrowser,
  page: string,
  upload?: { name?: string; type?: string; bytes: Uint8Array },
  fields: Record<string, string> = {},
) {
  const { body } = await browser.open(page);
  const hidden = Object.fromEntries(["csrf", "id", "version"].map((name) => [name, hiddenIn(body, name)]));
  const { headers, payload } = multipart({ ...hidden, ...wellFilled, ...fields }, "logo", upload);
  return site.request("POST", page, {
    payload: payload as Buffer,
    headers: { ...(headers as Record<string, string>), cookie: cookiesOf(browser), accept: "text/html" },
  });
}

const newPage = `${applications}/new?audience=member`;
const logoIn = (body: string) => /src="(\/clients\/cli_\w+\/logo\?v=[\w-]+)"/.exec(body)?.[1];

void describe("The logo of an application", () => {
  void test("is uploaded with the form, shown in the lists, and cached by browsers until it changes", async () => {
    const { site, browser } = await anOperator();
    const picture = aPicture({ width: 64, height: 64 });
    const made = await send(site, browser, newPage, { name: "logo.png", type: "image/png", bytes: picture });
    assertStatus(made, 200);
    const client = clientIn({ ...made, address: newPage });
    const member = await site.member();
    await site.connect(client, member, "openid");

    for (const page of [applications, client.page]) assert.ok(logoIn((await browser.open(page)).body), page);
    const own = logoIn((await (await site.signedIn(member)).open("/account")).body)!;
    const served = await site.get(own);
    assert.deepEqual(served.rawPayload, picture);
    const { headers } = served;
    assert.equal(headers["content-type"], "image/png");
    assert.equal(headers["x-content-type-options"], "nosniff");
    assert.equal(headers["content-security-policy"], "default-src 'none'; frame-ancestors 'none'; sandbox");
    assert.equal(headers["cache-control"], "public, max-age=31536000, immutable");
    assert.equal(headers["set-cookie"], undefined);
    for (const stale of [own.split("?")[0]!, `${own}x`]) {
      assert.equal((await site.get(stale)).headers["cache-control"], "no-cache");
    }
  });

  void test("is classified by its content, not by its name", async () => {
    const { site, browser } = await anOperator();
    const named = { name: "logo.svg", type: "text/html", bytes: aPicture() };
    const client = clientIn({ ...(await send(site, browser, newPage, named)), address: newPage });
    const served = await site.get(logoIn((await browser.open(client.page)).body)!);
    assert.equal(served.headers["content-type"], "image/png");

    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>');
    const refused = await send(site, browser, newPage, { name: "logo.png", type: "image/png", bytes: svg });
    assert.equal(refused.statusCode, 400);
    assert.match(refused.body, /The file is not a PNG, JPEG or WebP image\./);
  });

  void test("A rejected logo is reported at its field, and the input is kept", async () => {
    const { site, browser } = await anOperator();
    const refusals: [Buffer, RegExp][] = [
      [aPicture({ padding: 256 * 1024 }), /larger than 256 KiB/],
      [Buffer.alloc(3 * 1024 * 1024), /larger than 256 KiB/],
      [aPicture({ width: 1025 }), /larger than 1024 × 1024 pixels/],
      [Buffer.from("GIF89a"), /not a PNG, JPEG or WebP/],
    ];
    for (const [bytes, says] of refusals) {
      const { statusCode, body } = await send(site, browser, newPage, { name: "logo.png", bytes });
      assert.equal(statusCode, 400);
      assert.match(textOf({ body } as Page), says);
      assert.match(body, /If you selected a logo, select it again\./);
      assert.ok(body.includes('value="Study Buddy"'));
    }
    assert.doesNotMatch((await browser.open(applications)).body, /cli_/);
  });

  void test("is optional and can be added, replaced at a new address, kept and removed", async () => {
    const { site, browser } = await anOperator();
    const client = clientIn({ ...(await send(site, browser, newPage)), address: newPage });
    const edit = `${client.page}/edit`;
    const shown = async () => logoIn((await browser.open(client.page)).body);
    assert.equal(await shown(), undefined);

    assert.equal((await send(site, browser, edit, { name: "a.png", bytes: aPicture() })).statusCode, 303);
    const first = await shown();
    await send(site, browser, edit, undefined, { name: "Renamed" });
    assert.equal(await shown(), first);
    await send(site, browser, edit, { name: "b.png", bytes: aPicture({ width: 2 }) });
    const second = await shown();
    assert.ok(second && second !== first);
    assert.equal((await site.get(first!)).headers["cache-control"], "no-cache", "The picture has changed.");
    await send(site, browser, edit, undefined, { remove_logo: "on" });
    assert.equal(await shown(), undefined);
    assert.equal((await site.get(second)).statusCode, 404);
  });

  void test("is deleted with its application", async () => {
    const { site, browser } = await anOperator();
    const made = await send(site, browser, newPage, { name: "a.png", bytes: aPicture() });
    const client = clientIn({ ...made, address: newPage });
    const address = logoIn((await browser.open(client.page)).body)!;
    await browser.submit(await browser.open(`${client.page}/delete`), {});
    assert.equal((await site.get(address)).statusCode, 404);
  });

  void test("is accepted only with a form that is not forged", async () => {
    const { site, browser } = await anOperator();
    const upload = { name: "a.png", bytes: aPicture() };
    const forged = await send(site, browser, newPage, upload, { csrf: "made-up" });
    assert.deepEqual([forged.statusCode, forged.headers.location], [303, newPage]);
    const stranger = site.browser();
    const { headers, payload } = multipart(wellFilled, "logo", upload);
    const refused = await site.request("POST", newPage, {
      payload: payload as Buffer,
      headers: { ...(headers as Record<string, string>), cookie: cookiesOf(stranger) },
    });
    assert.match(String(refused.headers.location), /^\/sign-in/);
    assert.doesNotMatch((await browser.open(applications)).body, /cli_/);
  });
});

const part = (name: string, value: string, more = "") =>
  `--x\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n${value}\r\n`;

void describe("A form with a file", () => {
  void test("A malformed form with a file is rejected on a page and never read beyond the limit", async () => {
    const { site, browser } = await anOperator();
    const csrf = hiddenIn((await browser.open(newPage)).body, "csrf");
    const post = (payload: Buffer | string, type: string) =>
      site.request("POST", newPage, {
        payload,
        headers: { "content-type": type, cookie: cookiesOf(browser), accept: "text/html" },
      });
    const type = "multipart/form-data; boundary=x";
    const made: Record<string, [string, string]> = {
      "no boundary": [part("csrf", csrf), "multipart/form-data"],
      "no end": [part("csrf", csrf), type],
      "two files": [`${part("logo", "a", '; filename="a"')}${part("logo", "b", '; filename="b"')}--x--`, type],
      "a huge field": [`${part("csrf", csrf)}${part("name", "x".repeat(200_000))}--x--`, type],
      "many fields": [`${Array.from({ length: 500 }, (_, index) => part(`f${index}`, "x")).join("")}--x--`, type],
      "a field of JSON": [
        `--x\r\nContent-Disposition: form-data; name="name"\r\nContent-Type: application/json\r\n\r\n{"a":1}\r\n--x--`,
        type,
      ],
      "a prototype property as a name": [`${part("__proto__", "x")}--x--`, type],
    };
    for (const [what, [payload, contentType]] of Object.entries(made)) {
      const { statusCode, headers } = await post(payload, contentType);
      assert.ok(statusCode >= 400 && statusCode < 500, `${what}: ${statusCode}`);
      assert.match(String(headers["content-type"]), /^text\/html/, what);
    }
    assert.equal((await post("{}", "application/json")).statusCode, 415);
    assert.equal((await browser.open(newPage)).status, 200);
  });

  void test("is accepted only where a logo is expected", async () => {
    const { site, browser } = await anOperator();
    const { page } = clientIn(await register(browser));
    const { headers, payload } = multipart({}, "logo", { name: "a.png", bytes: aPicture() });
    for (const path of [`${page}/delete`, `${page}/secret`, "/sign-in", "/consent", "/admin/settings/beta-features"]) {
      const refused = await site.request("POST", path, {
        payload: payload as Buffer,
        headers: { ...(headers as Record<string, string>), cookie: cookiesOf(browser) },
      });
      assert.equal(refused.statusCode, 415, path);
    }
  });
});
