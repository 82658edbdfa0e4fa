import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { mailsInAll, mailsTo } from "../support/doubles/mailroom.ts";
import { newId } from "#domain/platform/ids.ts";
import { aSite, type ASite } from "../support/world.ts";

const evil = "evil.example.test";

/** Headers by which a visitor or a misconfigured proxy claims another host. */
const elsewhere: Record<string, string> = {
  "x-forwarded-host": evil,
  "x-forwarded-server": evil,
  "x-forwarded-proto": "http",
  "x-forwarded-port": "8443",
  "x-host": evil,
  "x-original-host": evil,
  "x-rewrite-url": `//${evil}/`,
  "x-original-url": `//${evil}/`,
  forwarded: `host=${evil};proto=http`,
  referer: `https://${evil}/`,
  origin: `https://${evil}`,
};

async function ask(site: ASite, path: string, fields: Record<string, string>): Promise<void> {
  const browser = site.browser(elsewhere);
  const answer = await browser.submit(await browser.open(path), fields, path);
  assert.equal(answer.status, 200, answer.body.slice(0, 500));
  assert.equal(answer.body.includes(evil), false);
}

void describe("an emailed link", () => {
  void test("uses the site's own origin, regardless of the request's host", async () => {
    const site = await aSite({ openSignUp: true });
    const { email } = await site.member();
    const newcomer = `newcomer-${newId()}@example.test`;
    await ask(site, "/password/forgotten", { email });
    await ask(site, "/sign-up", { email: newcomer, name: "Mira", password: "walnut-lantern-orbit-58" });
    for (const address of [email, newcomer]) {
      const [mail] = await mailsTo(address);
      assert.equal(mail!.raw.includes(evil), false);
      const links = [...(mail!.email.text ?? "").matchAll(/https?:\/\/[^\s/]+/g)].map(([origin]) => origin);
      assert.ok(links.length > 0);
      assert.deepEqual(new Set(links), new Set([site.origin]));
    }
  });

  void test("is sent to the address of the account, and to no injected one", async () => {
    const site = await aSite();
    const { email } = await site.member();
    const attacker = `thief-${newId()}@example.test`;
    for (const slipped of [
      `${email},${attacker}`,
      `${email};${attacker}`,
      `${email} ${attacker}`,
      `${email}\r\nBcc: ${attacker}`,
      `${email}%0d%0aBcc:${attacker}`,
      `${email}>,<${attacker}`,
      `"${attacker}" <${email}>`,
      `${attacker}\0${email}`,
    ]) {
      const browser = site.browser();
      const page = await browser.open("/password/forgotten");
      const answer = await browser.submit(page, { email: slipped }, "/password/forgotten");
      assert.ok(answer.status < 500, slipped);
    }
    const twice = site.browser();
    const page = await twice.open("/password/forgotten");
    const csrf = /name="csrf" value="([^"]+)"/.exec(page.body)![1]!;
    const repeated = await site.postForm("/password/forgotten", `csrf=${csrf}&email=${email}&email=${attacker}`, {
      headers: { cookie: [...twice.cookies].map(([name, value]) => `${name}=${value}`).join("; ") },
    });
    assert.equal(repeated.statusCode, 400);

    // A valid request: once its email has arrived, all earlier ones have been sent.
    const sound = site.browser();
    await sound.submit(await sound.open("/password/forgotten"), { email }, "/password/forgotten");
    const mails = await mailsTo(email);
    assert.deepEqual(
      mails.map(({ recipients }) => recipients),
      [[email]],
    );
    assert.equal(await mailsInAll(attacker), 0);
  });
});
