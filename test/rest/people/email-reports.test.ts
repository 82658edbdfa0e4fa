import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { newMessageId } from "#domain/messages/mail/message-id.ts";
import { newId } from "#domain/platform/ids.ts";
import { assertStatus } from "../../support/assert-status.ts";
import { later, minute } from "../../support/clock.ts";
import { type Bounce, bounceOf, complaintOf } from "../../support/doubles/mail-reports.ts";
import { auditActions } from "../../support/worlds/records.ts";
import { aSite, type ASite, mailKey, postbox } from "../../support/world.ts";
import { operatorOf, type Operator } from "../support/operator.ts";

interface Suppressed {
  id: string;
  email: string;
  reason: string;
  status_code: string | null;
  diagnostic: string | null;
}

const anAddress = () => `bo-${newId()}@example.test`;

const messageIdFor = (site: ASite, email: string) => newMessageId(mailKey, site.site.id, email, "school.example");

function send(site: ASite, body: string | Buffer, path = postbox.reportPath(site.site)) {
  const headers = { "content-type": "message/rfc822" };
  return site.request("POST", path, { payload: body, headers });
}

async function sendJson(site: ASite, body: unknown, type = "application/json") {
  const headers = { "content-type": type };
  const response = await site.request("POST", postbox.reportPath(site.site), {
    payload: JSON.stringify(body),
    headers,
  });
  assertStatus(response, 200);
  return response.json<{ suppressed: number }>().suppressed;
}

const staffOf = (site: ASite): Promise<Operator> => operatorOf(site, "members:read members:write");

async function suppressedAt(operator: Operator, email: string): Promise<Suppressed[]> {
  const response = await operator.get(`/suppressed_addresses?email=${encodeURIComponent(email)}`);
  assertStatus(response, 200);
  return response.json<{ data: Suppressed[] }>().data;
}

void describe("A bounce", () => {
  void test("suppresses the address of a mail that was sent to it, visible to staff until they lift it", async () => {
    const site = await aSite();
    const operator = await staffOf(site);
    const email = anAddress();
    const bounce = bounceOf({
      messageId: messageIdFor(site, email),
      recipient: email.toUpperCase(),
      diagnostic: `smtp; 550 5.1.1 <${email}>:\r\n\tuser unknown`,
    });
    const response = await send(site, bounce);
    assertStatus(response, 200);
    assert.deepEqual(response.json(), { received: 1, suppressed: 1 });
    const [suppressed] = await suppressedAt(operator, email);
    assert.deepEqual(
      [suppressed!.reason, suppressed!.status_code, suppressed!.diagnostic],
      ["bounce", "5.1.1", `smtp; 550 5.1.1 <${email}>: user unknown`],
    );
    assert.equal((await send(site, bounce)).json<{ suppressed: number }>().suppressed, 0);
    await later(minute, async () => {
      assertStatus(await operator.delete(`/suppressed_addresses/${suppressed!.id}`), 204);
      assertStatus(await operator.delete(`/suppressed_addresses/${suppressed!.id}`), 404);
      assert.equal((await send(site, bounce)).json<{ suppressed: number }>().suppressed, 0, "An old report renews it.");
    });
    assert.deepEqual(await suppressedAt(operator, email), []);
    const actions = await auditActions(site);
    assert.deepEqual([actions.includes("suppressAddress"), actions.includes("liftSuppression")], [true, true]);
  });

  void test("counts only with the codes of an address that takes no mail", async () => {
    const site = await aSite();
    const cases: [Partial<Bounce>, boolean][] = [
      [{ status: "5.1.1" }, true],
      [{ status: "5.1.2" }, true],
      [{ status: "5.1.3" }, true],
      [{ status: "5.1.6" }, true],
      [{ status: "5.1.10" }, true],
      [{ status: "5.2.1 (mailbox disabled)" }, true],
      [{ status: "5.0.0", diagnostic: "smtp; 550-5.1.1 The email account does not exist." }, true],
      [{ status: "5.0.0", diagnostic: "smtp; 550 Message refused" }, false],
      [{ status: "5.2.2" }, false],
      [{ status: "5.1.8" }, false],
      [{ status: "5.4.4" }, false],
      [{ status: "5.7.1", diagnostic: "smtp; 550 5.7.1 Blocked, see 5.1.1" }, false],
      [{ status: "4.1.1" }, false],
      [{ status: "5.1.1", action: "delayed" }, false],
      [{ status: "5.1.1", action: "relayed" }, false],
      [{ status: "" }, false],
    ];
    for (const [fields, counts] of cases) {
      const email = anAddress();
      const response = await send(
        site,
        bounceOf({ messageId: messageIdFor(site, email), recipient: email, ...fields }),
      );
      assert.equal(response.json<{ suppressed: number }>().suppressed, counts ? 1 : 0, JSON.stringify(fields));
    }
  });

  void test("suppresses no address to which the mail was not sent", async () => {
    const site = await aSite();
    const operator = await staffOf(site);
    const [victim, own] = [anAddress(), anAddress()];
    const genuine = messageIdFor(site, own);
    const forged = [
      `<${newId()}@school.example>`,
      newMessageId(Buffer.alloc(32), site.site.id, victim, "school.example"),
      genuine,
      genuine.replace(/\.[0-9a-f]{32}@/, `.${"0".repeat(32)}@`),
      messageIdFor(await aSite(), own),
      "",
    ];
    for (const messageId of forged) {
      const response = await send(site, bounceOf({ messageId, recipient: victim }));
      assert.equal(response.json<{ suppressed: number }>().suppressed, 0, messageId);
    }
    assert.deepEqual(await suppressedAt(operator, victim), []);
    // A forwarder that reports its own target names the recipient of the mail, too.
    await send(site, bounceOf({ messageId: genuine, recipient: victim, to: own }));
    assert.deepEqual(
      [(await suppressedAt(operator, victim)).length, (await suppressedAt(operator, own)).length],
      [0, 1],
    );
  });

  void test("belongs to the site of its mail", async () => {
    const [here, there] = [await aSite(), await aSite()];
    const email = anAddress();
    assert.equal(
      (await send(here, bounceOf({ messageId: messageIdFor(there, email), recipient: email }))).json<{
        suppressed: number;
      }>().suppressed,
      1,
    );
    assert.deepEqual(await suppressedAt(await staffOf(here), email), []);
    assert.equal((await suppressedAt(await staffOf(there), email)).length, 1);
  });
});

void describe("The address for reports", () => {
  void test("is unknown without its secret, which is that of the site", async () => {
    const [site, other] = [await aSite(), await aSite()];
    const email = anAddress();
    const bounce = bounceOf({ messageId: messageIdFor(site, email), recipient: email });
    const paths = ["/email-reports/x", `/email-reports/lmr_${"A".repeat(43)}`, postbox.reportPath(other.site)];
    for (const path of paths) assertStatus(await send(site, bounce, path), 404);
    assert.deepEqual(await suppressedAt(await staffOf(site), email), []);
  });

  void test("takes hostile messages without effect", async () => {
    const site = await aSite();
    const nested = Array.from(
      { length: 5000 },
      (_, index) => `Content-Type: multipart/mixed; boundary=b${index}\r\n\r\n--b${index}\r\n`,
    );
    const hostile = [
      "",
      "\u0000".repeat(1000),
      nested.join(""),
      `Content-Type: multipart/report; boundary=b\r\n${"X: y\r\n".repeat(30_000)}\r\n`,
      `--b\r\n`.repeat(50_000),
      "{",
      "[".repeat(100_000),
      '{"event-data": null}',
      JSON.stringify(Array.from({ length: 2000 }, () => ({ event: "bounce", email: "a@b.example", "smtp-id": "x" }))),
    ];
    for (const body of hostile) {
      const response = await send(site, Buffer.from(body));
      assertStatus(response, 200);
      assert.equal(response.json<{ suppressed: number }>().suppressed, 0);
    }
    assertStatus(await send(site, Buffer.alloc(1024 * 1024 + 1, "a")), 413);
  });

  void test("takes the events of mail providers", async () => {
    const site = await aSite();
    const operator = await staffOf(site);
    const fresh = () => {
      const email = anAddress();
      return { email, messageId: messageIdFor(site, email) };
    };
    const [mailgun, sendGrid, ses, complained] = [fresh(), fresh(), fresh(), fresh()];
    const failed = (severity: string) => ({
      signature: { token: "a", timestamp: "1", signature: "b" },
      "event-data": {
        event: "failed",
        severity,
        recipient: mailgun.email,
        message: { headers: { "message-id": mailgun.messageId.slice(1, -1) } },
        "delivery-status": { code: 550, "enhanced-code": "5.1.1", message: "5.1.1 no such user" },
      },
    });
    assert.equal(await sendJson(site, failed("temporary")), 0);
    assert.equal(await sendJson(site, failed("permanent")), 1);
    const bounced = { event: "bounce", email: sendGrid.email, "smtp-id": sendGrid.messageId, status: "5.1.1" };
    assert.equal(await sendJson(site, [{ event: "delivered", email: sendGrid.email }, bounced]), 1);
    const headers = [{ name: "Message-ID", value: ses.messageId }];
    const notification = (status: string) => ({
      Type: "Notification",
      Message: JSON.stringify({
        notificationType: "Bounce",
        mail: { messageId: "0100", headers },
        bounce: {
          bounceType: "Permanent",
          bouncedRecipients: [{ emailAddress: ses.email, action: "failed", status, diagnosticCode: "smtp; 550" }],
        },
      }),
    });
    assert.equal(await sendJson(site, notification("5.7.1"), "text/plain; charset=UTF-8"), 0);
    assert.equal(await sendJson(site, notification("5.1.1"), "text/plain; charset=UTF-8"), 1);
    // The code is in the reply only.
    const reply = "5.1.1 The account does not exist.";
    const [unnamed, general, other] = [fresh(), fresh(), fresh()];
    const { "event-data": data } = failed("permanent");
    const unnamedFailure = {
      ...data,
      recipient: unnamed.email,
      message: { headers: { "message-id": unnamed.messageId } },
      "delivery-status": { code: 550, "enhanced-code": "", message: reply, description: "" },
    };
    assert.equal(await sendJson(site, { "event-data": unnamedFailure }), 1);
    const generalFailure = { ...bounced, email: general.email, "smtp-id": general.messageId, status: "5.0.0" };
    assert.equal(await sendJson(site, [{ ...generalFailure, reason: "500 unknown" }]), 0);
    assert.equal(await sendJson(site, [{ ...generalFailure, reason: `550 ${reply}` }]), 1);
    const recipient = { emailAddress: other.email, status: "5.0.0", diagnosticCode: `smtp; 550-${reply}` };
    const otherFailure = {
      mail: { headers: [{ name: "Message-ID", value: other.messageId }] },
      bounce: { bounceType: "Permanent", bouncedRecipients: [recipient] },
    };
    assert.equal(await sendJson(site, otherFailure), 1);
    const spam = { event: "spamreport", email: complained.email, "smtp-id": complained.messageId };
    assert.equal(await sendJson(site, [spam]), 1);
    assert.equal((await suppressedAt(operator, complained.email))[0]!.reason, "complaint");
    assert.equal(await sendJson(site, [{ ...spam, email: anAddress() }]), 0, "Sent to another address");
  });
});

void test("A complaint is a report of abuse, and no other feedback", async () => {
  const site = await aSite();
  const operator = await staffOf(site);
  const email = anAddress();
  for (const type of ["not-spam", "auth-failure"])
    await send(site, complaintOf(messageIdFor(site, email), email, type));
  assert.deepEqual(await suppressedAt(operator, email), []);
  await send(site, complaintOf(messageIdFor(site, email), email));
  assert.equal((await suppressedAt(operator, email))[0]!.reason, "complaint");
});
