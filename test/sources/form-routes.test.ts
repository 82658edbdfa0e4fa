import assert from "node:assert/strict";
import { test } from "node:test";
import { Visitor } from "oxc-parser";
import { sourceFiles, type SourceFile } from "../support/data/source-tree.ts";

/** POST routes of pages that no form with a token leads to. */
const withoutToken: Readonly<Record<string, { routes: number; reason: string }>> = {
  "pages/responses/page-routes.ts": { routes: 1, reason: "mounts all forms" },
  "pages/account/unsubscribe.ts": { routes: 1, reason: "mail clients send it (RFC 8058 §3.2): the link is the proof" },
  "pages/account/preferences.ts": { routes: 1, reason: "public pages are cached, so that their forms have no token" },
  "pages/sign-in/logout.ts": { routes: 1, reason: "clients send it (OpenID Connect RP-Initiated Logout §2)" },
  "pages/sign-in/providers/provider-pages.ts": { routes: 1, reason: "a provider sends the response to a sign-in" },
  "pages/sign-in/providers/provider-logout.ts": { routes: 1, reason: "the server of a provider sends a signed token" },
  "pages/sign-in/providers/saml-pages.ts": { routes: 2, reason: "a SAML provider sends a signed message" },
  "pages/public/checkout/continue.ts": {
    routes: 1,
    reason: "the page of a payment provider leads back, nothing is read",
  },
  "pages/docs/api/plugin.ts": { routes: 1, reason: "the same client for everyone, which nothing else depends on" },
};

/** Modules that check a form token themselves. */
const withOwnCheck: Readonly<Record<string, string>> = {
  "pages/responses/page-routes.ts": "checks the token of all forms",
  "pages/admin/parts/edited-form.ts": "checks it before it compares the values with those that are stored",
  "pages/admin/scripts/uploads.ts": "a part of a file arrives with PUT",
  "pages/account/preferences.ts": "the token is one of several proofs",
};

const pages = () => sourceFiles().filter(({ path }) => path.startsWith("pages/"));

void test("Forms of pages arrive by postForm and postChanges, which check their tokens", () => {
  const found = pages().flatMap((file) => {
    const routes = postRoutesOf(file);
    return routes === 0 ? [] : [[file.path, routes] as const];
  });
  const allowed = Object.entries(withoutToken).map(([path, { routes }]) => [path, routes] as const);
  assert.deepEqual(Object.fromEntries(found), Object.fromEntries(allowed));
});

void test("Few modules check form tokens themselves", () => {
  const found = pages().filter(({ imports }) =>
    imports.some(({ target, names }) => target === "pages/responses/page-request.ts" && names.includes("formOf")),
  );
  assert.deepEqual(found.map(({ path }) => path).toSorted(), Object.keys(withOwnCheck).toSorted());
});

void test("No page receives the fields of a form before its token is checked", () => {
  const found = pages().filter(({ imports }) =>
    imports.some(({ target, names }) => target === "pages/responses/page-routes.ts" && names.includes("postFields")),
  );
  assert.deepEqual(
    found.map(({ path }) => path),
    ["pages/admin/parts/routes.ts"],
  );
});

/** Counts the calls of `post`, and those of `route` that name the method, which add a POST route. */
function postRoutesOf({ program, text }: SourceFile): number {
  let count = 0;
  new Visitor({
    CallExpression({ callee, arguments: [first] }) {
      if (callee.type !== "MemberExpression" || callee.property.type !== "Identifier") return;
      const { name } = callee.property;
      if (name === "post" || (name === "route" && first && /"POST"/.test(text.slice(first.start, first.end))))
        count += 1;
    },
  }).visit(program);
  return count;
}
