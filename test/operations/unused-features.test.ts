import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { type LoadedBy, loadedModules } from "../support/releases/loaded-modules.ts";
import { aSite } from "../support/world.ts";

interface Feature {
  name: string;
  /** Its modules and packages. Declarations, texts and the queries that find out whether a feature is in use are none. */
  code: RegExp;
  /** A request that needs them. */
  usedBy: string;
}

const features: readonly Feature[] = [
  {
    name: "passkeys",
    code: /second-factors\/((verify|prove)-passkey|passkey|challenge|relying-party)|node_modules\/@simplewebauthn\//,
    usedBy: "/sign-in",
  },
  {
    name: "authenticator apps",
    code: /second-factors\/(authenticator-app|spend-code)|sign-in\/(show-)?second-step|node_modules\/@?otplib\//,
    usedBy: "/sign-in/code",
  },
  {
    name: "identity providers",
    code: /identity-providers\/(identities|logout|upstream|requests|saml\/)|src\/lib\/xml\/|pages\/sign-in\/providers\/(?!lead-to|provider-form)|node_modules\/openid-client\//,
    usedBy: "/sign-in/with/idp_x/callback",
  },
  {
    name: "mailed codes",
    code: /people\/sign-in-codes\/(?!resource|require-offered)|pages\/sign-in\/codes\/(?!code-way)/,
    usedBy: "/sign-in/email",
  },
  {
    name: "directories",
    code: /src\/scim\/|people\/provisioning\/(?!resource)|groups\/provisioned\/(?!require-no-role)/,
    usedBy: "/scim/v2/Users",
  },
];

const ordinary = ["/", "/courses", "/robots.txt", "/readyz", "/oauth/authorize", "/.well-known/openid-configuration"];

void describe("The code of a way to sign in, and of directories", () => {
  let loaded: LoadedBy[];

  before(async () => {
    loaded = await loadedModules(await aSite(), [...ordinary, ...features.map(({ usedBy }) => usedBy)]);
  });

  const foundBy = (path: string, { code }: Feature): string[] => {
    const index = loaded.findIndex((one) => one.path === path);
    assert.ok(index >= 0, path);
    return loaded
      .slice(0, index + 1)
      .flatMap(({ modules }) => modules)
      .filter((module) => code.test(module));
  };

  void test("is loaded neither by a start nor by ordinary requests", () => {
    assert.ok(loaded[0]!.modules.length > 500);
    for (const { path, status } of loaded.slice(1, ordinary.length + 1)) {
      assert.ok(status >= 200 && status < 500, `${path}: ${status}`);
      for (const feature of features) assert.deepEqual(foundBy(path, feature), [], `${feature.name}: ${path}`);
    }
  });

  void test("is loaded by the first request that needs it", () => {
    for (const feature of features) assert.ok(foundBy(feature.usedBy, feature).length > 0, feature.name);
  });
});
