import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { aDemoServer, type DemoServer } from "../support/worlds/demo-server.ts";
import { HttpVisitor } from "../support/browsers/http-visitor.ts";
import { lectern } from "../support/worlds/installation.ts";
import { aMailServer, type ReceivedMail } from "../support/doubles/mail-server.ts";
import { formsOf } from "./support/every-page.ts";

// Machine requests are tested in test/operations/logs.long.test.ts, secrets in pages, emails and one-time output for
// administrators here.

const passwords = {
  signUp: "walnut-lantern-orbit-58",
  forgotten: "harbour-violet-nickel-91",
  changed: "meadow-copper-falcon-24",
  wrong: "wrong-and-yet-somebodys-77",
};

void describe("the log, at its most verbose level", () => {
  const unreachable = "unreachable@example.test";
  let demo: DemoServer;
  let mail: Awaited<ReturnType<typeof aMailServer>>;
  const secrets = new Set<string>();

  before(async () => {
    mail = await aMailServer((recipient) => (recipient === unreachable ? 550 : undefined));
    demo = await aDemoServer({ SMTP_URL: mail.url });
    // The first start prints the demo passwords on purpose; later output must not.
    await demo.process.stop();
    await demo.restart({ LECTERN_LOG_LEVEL: "trace" });
    const settings = ["open_sign_up=true", "beta_features=mcp_connections"];
    const { code, stderr } = await lectern(["site", "set", demo.site.origin, ...settings], { env: demo.env });
    assert.equal(code, 0, stderr);
  });
  after(async () => {
    await demo.close();
    await mail.close();
  });

  const keep = <Text extends string>(secret: Text): Text => {
    secrets.add(secret);
    return secret;
  };

  /** Fills in the form of a page at this URL and submits it. */
  async function send(visitor: HttpVisitor, url: string, fields: Record<string, string> = {}): Promise<string> {
    const body = await (await visitor.request(url)).text();
    const [path = ""] = url.split("?");
    const form = formsOf({ address: url, body }).find(({ action }) => action.split("?")[0] === path);
    assert.ok(form, `No form for ${path}: ${body.slice(0, 1500)}`);
    keep(form.fields["csrf"]!);
    const answer = await visitor.request(form.action, { ...form.fields, ...fields });
    assert.ok(answer.status < 500, `${path}: ${answer.status}`);
    // How someone signed in last is a word.
    for (const [name, cookie] of visitor.cookies) if (cookie !== "" && !name.includes("lectern_way")) keep(cookie);
    return answer.text();
  }

  /** The link in the last email to an address, which is secret. */
  function linkTo({ email }: ReceivedMail): string {
    const [, path, link] = /^https?:\/\/[^/]+(\/\S+\?link=(\S+))$/m.exec(email.text ?? "")!;
    keep(link!);
    return path!;
  }

  const secretOn = (page: string) => keep(/lcs_[\w-]{43}/.exec(page)![0]);

  void test("contains no link, password or secret of members or administrators", async () => {
    const { origin, members } = demo.site;
    const person = new HttpVisitor(origin);
    const email = "newcomer@example.test";
    await send(person, "/sign-up", { name: "Mira Okafor", email, password: keep(passwords.signUp) });
    const [welcome] = await mail.mailsTo(email);
    await send(person, linkTo(welcome!));
    await send(person, "/password/forgotten", { email });
    const forgotten = (await mail.mailsTo(email, 2)).at(-1)!;
    await send(person, linkTo(forgotten), { password: keep(passwords.forgotten) });
    await send(person, "/sign-in", { email, password: keep(passwords.wrong) });
    await send(person, "/sign-in", { email, password: passwords.forgotten });
    await send(person, "/account/password", { current: passwords.forgotten, password: keep(passwords.changed) });
    await send(person, "/account/email", { email: "moved@example.test", current: passwords.changed });
    const [moved] = await mail.mailsTo("moved@example.test");
    await send(person, linkTo(moved!));
    // The server rejects this email and logs the failure.
    await send(new HttpVisitor(origin), "/sign-up", {
      name: "Unknown",
      email: unreachable,
      password: keep("sparrow-tundra-quartz-63"),
    });

    const owner = members.find(({ roles }) => roles.includes("owner"))!;
    const admin = new HttpVisitor(origin);
    await send(admin, "/sign-in", { email: owner.email, password: keep(owner.password) });
    const typed = {
      name: "Ledger",
      redirect_uris: "https://ledger.example.test/callback",
      client_type: "confidential",
    };
    const made = await send(admin, "/admin/developers/applications/new?audience=member", typed);
    secretOn(made);
    const id = /cli_\w{26}/.exec(made)![0];
    secretOn(await send(admin, `/admin/developers/applications/${id}/secret`));
    await send(admin, "/admin/security/signing");
    await send(admin, `/admin/developers/applications/${id}/delete`);

    await demo.process.written(/550/);
    assert.equal(await demo.process.stop(), 0);
    const written = `${demo.process.stdout()}\n${demo.process.stderr()}`;
    assert.ok(secrets.size > 20, `${secrets.size} secrets`);
    for (const secret of secrets) {
      assert.ok(secret.length >= 8, `${secret} is too short to search for`);
      for (const form of [secret, encodeURIComponent(secret), Buffer.from(secret).toString("base64url")]) {
        assert.ok(!written.includes(form), `The log contains ${form}`);
      }
    }
    for (const path of [
      "/sign-up/confirm",
      "/password/new",
      "/email/confirm",
      "/account/password",
      "/admin/developers",
    ]) {
      assert.ok(written.includes(`"path":"${path}`), `${path} was not logged`);
    }
    assert.doesNotMatch(written, /\bl(at|rt|ac|cs|br|ss|ml)_|[?&]link=|PRIVATE KEY|\$argon2/);
  });
});
