import assert from "node:assert/strict";
import { test } from "node:test";
import { anIntegration, enable } from "../../oauth/support/integrations.ts";
import type { AClient, ASite } from "../../support/world.ts";
import { requested, textOf } from "../support/asked.ts";

const provenances: [string, (site: ASite) => Promise<AClient>, RegExp][] = [
  ["registered itself", (site) => site.register(), /Registered itself under this name\. The name is not verified\./],
  ["was created for members", (site) => site.operatorClient(), /Registered by Harbour School for its members\./],
  [
    "was created for staff",
    (site) => site.operatorClient({ audience: "operator" }),
    /Registered by Harbour School for its staff\./,
  ],
  [
    "is an integration",
    async (site) => {
      const integration = await anIntegration();
      await enable(site, integration);
      return integration;
    },
    /An integration that Harbour School has enabled\./,
  ],
];

for (const [how, made, expected] of provenances) {
  void test(`The consent page describes an application that ${how} as such, and only as such`, async () => {
    const text = textOf((await requested({ roles: ["owner"] }, made)).page);
    const said = provenances.map(([, , pattern]) => pattern).filter((pattern) => pattern.test(text));
    assert.deepEqual(said, [expected]);
  });
}
