import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { formatId } from "#domain/platform/ids.ts";
import { perform } from "#domain/platform/operation.ts";
import type { MetadataClient } from "#oauth/metadata-documents/metadata-client.ts";
import {
  blockMetadataClient,
  listMetadataClients,
  reviewMetadataClient,
} from "#oauth/metadata-documents/operations.ts";
import { anApplication, type Application } from "../support/doubles/document-web.ts";
import { asks, aSiteOnline, clientOf, inAdminArea, storedClient } from "./support/document-client.ts";

async function aSiteWithAll() {
  const site = await aSiteOnline();
  const owner = await site.member({ roles: ["owner"] });
  const applications: Application[] = [];
  for (let index = 0; index < 5; index++) {
    const application = anApplication({ client_name: `Application ${index}` });
    await asks(site, clientOf(application));
    applications.push(application);
  }
  await site.operatorClient();
  await site.register();
  const idOf = async (index: number) => formatId("client", (await storedClient(site, applications[index]!))!.id);
  const context = inAdminArea(site, owner, ["manager"]);
  const reviewed = { ...context, ifMatch: [1] };
  await perform(reviewMetadataClient, reviewed, { id: await idOf(1), decision: "approved" });
  await perform(reviewMetadataClient, reviewed, { id: await idOf(2), decision: "limited", scopes: ["openid"] });
  await perform(blockMetadataClient, context, { id: await idOf(2) });
  await perform(blockMetadataClient, context, { id: await idOf(3) });
  const list = (input: object = {}) => perform(listMetadataClients, context, input);
  return { site, applications, list };
}

const names = ({ data }: { data: MetadataClient[] }) => data.map(({ name }) => name.slice(-1)).join("");

void describe("The list of applications with metadata documents", () => {
  void test("is sorted newest first, paginated and filtered by decision", async () => {
    const { list } = await aSiteWithAll();
    const all = await list({ includeTotal: true });
    assert.deepEqual([names(all), all.page.total], ["43210", 5]);
    assert.equal(names(await list({ state: ["unreviewed"] })), "40");
    assert.equal(names(await list({ state: ["reviewed"] })), "1");
    assert.equal(names(await list({ state: ["blocked"] })), "32");
    assert.equal(names(await list({ state: ["blocked", "reviewed"] })), "321");

    const first = await list({ limit: 2, state: ["unreviewed", "blocked"] });
    assert.deepEqual([names(first), first.page.hasMore], ["43", true]);
    const rest = await list({ limit: 2, state: ["unreviewed", "blocked"], cursor: first.page.nextCursor! });
    assert.deepEqual([names(rest), rest.page.hasMore, rest.page.nextCursor], ["20", false, null]);
  });

  void test("contains host, redirects, scopes and number of connected members of each", async () => {
    const { site, applications, list } = await aSiteWithAll();
    const application = applications[4]!;
    const [ana, bo, cy] = [await site.member(), await site.member(), await site.member()];
    for (const member of [ana, bo, cy]) await site.connect(clientOf(application), member, "openid");
    const browser = await site.signedIn(cy);
    const account = await browser.open("/account");
    await browser.submit(account, {}, /action="(\/account\/applications\/[^"]*)"/.exec(account.body)![1]);

    const [newest] = (await list({ limit: 1 })).data;
    const { url, host } = application;
    assert.partialDeepStrictEqual(newest, {
      metadataUrl: url,
      host,
      redirectUris: [`https://${host}/callback`],
      loopbackOnly: false,
      state: "unreviewed",
      review: null,
      audience: "operator",
      blockedAt: null,
      connectedMembers: 2,
      version: 1,
    });
    assert.ok(newest!.firstAuthorizedAt && newest!.documentExpiresAt > newest!.documentFetchedAt);
  });
});
