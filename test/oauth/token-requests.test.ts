import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { aSite, encode, newVerifier } from "../support/world.ts";
import { assertRefused } from "./support/assert-refused.ts";

const token = "/api/oauth/token";

const sound = async () => {
  const site = await aSite();
  const client = await site.register();
  const form = {
    grant_type: "authorization_code",
    code: "lac_x",
    redirect_uri: client.redirectUri,
    client_id: client.clientId,
    code_verifier: newVerifier(),
  };
  return { site, client, form };
};

void describe("The form", () => {
  for (const name of ["grant_type", "client_id", "code", "code_verifier"] as const) {
    void test(`with a missing or empty ${name} is invalid_request, naming the parameter`, async () => {
      const { site, form } = await sound();
      for (const value of [undefined, ""]) {
        const response = await site.postForm(token, { ...form, [name]: value });
        assertRefused(response, 400, "invalid_request", new RegExp(`\\b${name}\\b`));
      }
    });
  }

  for (const name of ["grant_type", "client_id", "code", "code_verifier", "redirect_uri", "scope", "made_up"]) {
    void test(`with ${name} twice is invalid_request, naming the parameter`, async () => {
      const { site, form } = await sound();
      const value = (form as Record<string, string>)[name] ?? "x";
      const pair = encode({ [name]: value });
      const once = name in form ? encode(form) : `${encode(form)}&${pair}`;
      const response = await site.postForm(token, `${once}&${pair}`);
      assertRefused(response, 400, "invalid_request", new RegExp(`\\b${name}\\b`));
    });
  }

  void test("without refresh_token is invalid_request", async () => {
    const { site, client } = await sound();
    assertRefused(await site.refresh(client, ""), 400, "invalid_request", /refresh_token/);
  });

  void test("can contain unknown fields, and repeated empty ones", async () => {
    const { site, form } = await sound();
    const response = await site.postForm(token, `${encode(form)}&scope=&scope=&audience=x&foo=`);
    assertRefused(response, 400, "invalid_grant");
  });

  void test("with a zero byte is invalid_request and never a server error", async () => {
    const { site, form } = await sound();
    for (const name of ["redirect_uri", "code", "scope", "client_secret"]) {
      assertRefused(await site.postForm(token, { ...form, [name]: "\u0000" }), 400, "invalid_request");
    }
  });

  void test("can name its charset", async () => {
    const { site, form } = await sound();
    const headers = { "content-type": "application/x-www-form-urlencoded; charset=UTF-8" };
    assertRefused(await site.postForm(token, form, { headers }), 400, "invalid_grant");
  });

  for (const type of ["application/json", "multipart/form-data; boundary=x", "text/plain", "application/xml", ""]) {
    void test(`sent as ${type || "nothing at all"} is invalid_request`, async () => {
      const { site, form } = await sound();
      const payload = type === "application/json" ? JSON.stringify(form) : encode(form);
      const response = await site.request("POST", token, { payload, headers: { "content-type": type } });
      assertRefused(response, 400, "invalid_request");
    });
  }

  for (const path of [token, "/api/oauth/revoke", "/api/oauth/introspect"]) {
    void test(`sent to ${path} in another format gets an error that names the right one`, async () => {
      const { site, form } = await sound();
      for (const type of ["application/json", "application/json; charset=utf-8", "text/plain"]) {
        for (const payload of [JSON.stringify({ ...form, token: "x" }), "{"]) {
          const response = await site.request("POST", path, { payload, headers: { "content-type": type } });
          assertRefused(response, 400, "invalid_request", /^Send the body as application\/x-www-form-urlencoded\.$/);
        }
        // RFC 9110 §8.3: a type without content describes nothing.
        const response = await site.request("POST", path, { payload: "", headers: { "content-type": type } });
        assertRefused(response, 400, "invalid_request", /^The parameter \w+ is missing\.$/);
      }
    });
  }

  void test("is read from the body alone, never from the URL", async () => {
    const { site, form } = await sound();
    assertRefused(await site.postForm(`${token}?${encode(form)}`, ""), 400, "invalid_request");
  });

  void test("A form that is far too large is rejected", async () => {
    const { site, form } = await sound();
    const response = await site.postForm(token, { ...form, padding: "x".repeat(1024 * 1024) });
    assertRefused(response, 400, "invalid_request");
  });
});

void test("Every other grant is unsupported_grant_type, including the agents' assertions", async () => {
  const site = await aSite();
  const { clientId: client_id } = await site.register();
  for (const grant_type of [
    "password",
    "client_credentials",
    "implicit",
    "urn:ietf:params:oauth:grant-type:device_code",
    "urn:ietf:params:oauth:grant-type:jwt-bearer",
    "urn:ietf:params:oauth:grant-type:token-exchange",
    "identity_assertion",
    "Authorization_Code",
  ]) {
    const response = await site.postForm(token, { grant_type, client_id, assertion: "x" });
    assertRefused(response, 400, "unsupported_grant_type");
  }
});

void test("Every response is uncached, with tokens and with errors", async () => {
  const site = await aSite();
  const client = await site.register();
  const { code, verifier } = await site.allow(client, await site.member(), "openid");
  const exchanged = await site.exchange(client, code, verifier);
  const refreshed = await site.refresh(client, exchanged.json<{ refresh_token: string }>().refresh_token);
  const unknown = { ...client, clientId: "unknown" };
  const answers = [exchanged, refreshed, await site.refresh(client, "x"), await site.refresh(unknown, "x")];
  assert.deepEqual(
    answers.map(({ statusCode }) => statusCode),
    [200, 200, 400, 401],
  );
  for (const { headers } of answers) {
    assert.equal(headers["cache-control"], "no-store");
    assert.equal(headers["pragma"], "no-cache");
    assert.match(String(headers["content-type"]), /^application\/json/);
  }
});

void test("The token endpoint accepts only POST", async () => {
  const site = await aSite();
  for (const method of ["GET", "PUT", "DELETE"] as const) {
    const response = await site.request(method, token);
    assert.equal(response.statusCode, 405);
    assert.match(String(response.headers["allow"]), /\bPOST\b/);
  }
});

void test("error_description is ASCII regardless of the request", async () => {
  const site = await aSite();
  const response = await site.postForm(token, 'na"me\\ü\r\n=1&na"me\\ü\r\n=2');
  const { error_description } = assertRefused(response, 400, "invalid_request");
  assert.match(error_description, /na/);
});
