import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { assertStatus } from "../support/assert-status.ts";
import { type AClient, type AMember, aSite, type ASite, challengeFor, newVerifier } from "../support/world.ts";

// Error codes and the effects of a second use of a code are tested in test/oauth/authorization-code.test.ts,
// token-requests.test.ts and code-replay.test.ts. Here each field of a valid exchange is replaced.

type Fields = Record<string, string | undefined>;
interface Exchange {
  site: ASite;
  /** The client's own fields. */
  sound: Fields;
  /** Each field with the value of another party. */
  others: Fields;
}

/** A character without case is appended to, so that the result always differs. */
const otherCase = (letter: string) =>
  letter === letter.toUpperCase()
    ? `${letter.toLowerCase()}${letter === letter.toLowerCase() ? "x" : ""}`
    : letter.toUpperCase();

void describe("a code is valid only for its client and in its browser", () => {
  let site: ASite;
  let member: AMember;
  const clients: Record<string, AClient> = {};
  let other: AClient;

  before(async () => {
    site = await aSite();
    member = await site.member();
    const redirectUris = ["http://127.0.0.1:43117/callback", "http://127.0.0.1/other"];
    clients["public"] = await site.register({ redirect_uris: redirectUris });
    clients["confidential"] = await site.register({
      redirect_uris: redirectUris,
      token_endpoint_auth_method: "client_secret_post",
    });
    other = await site.register({
      redirect_uris: redirectUris,
      token_endpoint_auth_method: "client_secret_post",
    });
  });

  /** A code issued to a client, and the values of another party. */
  async function begun(client: AClient): Promise<Exchange> {
    const resource = site.origin;
    const { code, verifier } = await site.allow(client, member, "openid", { resource });
    const sound = {
      grant_type: "authorization_code",
      code,
      redirect_uri: client.redirectUri,
      client_id: client.clientId,
      client_secret: client.clientSecret,
      code_verifier: verifier,
      resource,
    };
    const others = {
      grant_type: "refresh_token",
      code: (await site.allow(other, await site.member(), "openid")).code,
      redirect_uri: "http://127.0.0.1/other",
      client_id: other.clientId,
      client_secret: other.clientSecret,
      code_verifier: newVerifier(),
      resource: "https://evil.example.test",
    };
    return { site, sound, others };
  }

  const changes: [what: string, change: (value: string, other: string | undefined) => string | undefined][] = [
    ["left out", () => undefined],
    ["empty", () => ""],
    ["another party's", (_value, another) => another],
    ["truncated", (value) => value.slice(0, -1)],
    ["longer", (value) => `${value}x`],
    ["in another case", (value) => (value === value.toUpperCase() ? value.toLowerCase() : value.toUpperCase())],
    ["with a letter in another case", (value) => value.slice(0, -2) + otherCase(value.at(-2)!) + value.slice(-1)],
    ["with another letter", (value) => value.slice(0, -2) + (value.at(-2) === "A" ? "B" : "A") + value.slice(-1)],
    ["with a space", (value) => `${value} `],
    ["with a zero byte", (value) => `${value}\0`],
    ["with SQL and pattern characters", () => "%"],
  ];

  for (const kind of ["public", "confidential"]) {
    for (const [what, change] of changes) {
      void test(`in the exchange of a ${kind} client no field can be ${what}`, async () => {
        const fields = ["grant_type", "code", "redirect_uri", "client_id", "code_verifier", "resource"];
        if (kind === "confidential") fields.push("client_secret");
        for (const field of fields) {
          const { sound, others } = await begun(clients[kind]!);
          const changed = change(sound[field]!, others[field]);
          // Schemes and hosts are case-insensitive (RFC 3986 §3.1, §3.2.2), so the origin is the same resource.
          if (field === "resource" && what.endsWith("in another case")) continue;
          const answer = await site.postForm("/api/oauth/token", { ...sound, [field]: changed });
          assert.ok(answer.statusCode === 400 || answer.statusCode === 401, `${field}: ${answer.body}`);
          assert.equal(answer.body.includes("access_token"), false, field);
        }
      });
    }

    void test(`the valid exchange of a ${kind} client succeeds`, async () => {
      const { sound } = await begun(clients[kind]!);
      assert.equal((await site.postForm("/api/oauth/token", sound)).statusCode, 200);
    });
  }

  void test("a code of another client is useless, whatever credentials the client has", async () => {
    const [own, publicOther] = [
      clients["public"]!,
      await site.register({ redirect_uris: [clients["public"]!.redirectUri] }),
    ];
    for (const attacker of [publicOther, other, clients["confidential"]!]) {
      const { code, verifier } = await site.allow(own, member, "openid");
      const answer = await site.exchange({ ...attacker, redirectUri: own.redirectUri }, code, verifier);
      assert.deepEqual([answer.statusCode, answer.json<{ error: string }>().error], [400, "invalid_grant"]);
    }
  });

  void test("a stolen code injected into the victim's own flow fails: their verifier belongs to another request", async () => {
    const client = clients["public"]!;
    const victim = await site.allow(client, await site.member(), "openid");
    const attacker = await site.allow(client, await site.member(), "openid");
    const injected = await site.exchange(client, attacker.code, victim.verifier);
    assert.equal(injected.json<{ error: string }>().error, "invalid_grant");
    assert.equal((await site.exchange(client, victim.code, victim.verifier)).statusCode, 200);
  });

  void test("PKCE cannot be omitted by an attacker who reads the response: neither the challenge nor an empty one", async () => {
    const client = clients["public"]!;
    for (const proof of [
      {},
      { code_verifier: "" },
      { code_challenge: challengeFor(""), code_verifier: "" },
      { code_challenge_method: "plain" },
      { code_challenge_method: "none" },
      { code_verifier: challengeFor("x") },
    ]) {
      const { code, verifier } = await site.allow(client, member, "openid");
      const extra = { code_verifier: undefined, code_challenge: challengeFor(verifier), ...proof };
      const answer = await site.exchange(client, code, verifier, extra);
      assertStatus(answer, 400);
    }
  });
});
