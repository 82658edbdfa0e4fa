import assert from "node:assert/strict";
import { test } from "node:test";
import { measuredServer } from "../support/meters/measured-server.ts";
import { assertTurns } from "../attacks/support/turns.ts";
import { aDirectory } from "../support/worlds/directory.ts";
import { aSite } from "../support/world.ts";

const count = 5000;

void test(
  "Thousands of users are created, listed, filtered and grouped without blocking others",
  { timeout: 600_000 },
  async () => {
    const site = await aSite({ provisioningRequestsPerMinute: 100_000 });
    const directory = await aDirectory(site);
    const ids: string[] = [];
    for (let first = 0; first < count; first += 1000) {
      const Operations = Array.from({ length: 1000 }, (_, index) => ({
        method: "POST",
        path: "/Users",
        bulkId: `${first + index}`,
        data: { userName: `user-${first + index}@school.example`, externalId: `${first + index}` },
      }));
      const { body } = await directory.send("POST", "/Bulk", { Operations });
      for (const { status, location } of body.Operations) {
        assert.equal(status, "201");
        ids.push(location.split("/").at(-1));
      }
    }
    const members = ids.map((value) => ({ value }));
    const group = await directory.send("POST", "/Groups?excludedAttributes=members", { displayName: "All", members });
    assert.equal(group.status, 201);

    const server = await measuredServer();
    const headers = { authorization: `Bearer ${directory.key}`, "content-type": "application/scim+json" };
    const get = (path: string) => server.send(site, { method: "GET", path: `/scim/v2${path}`, headers });
    const scan = `/Users?filter=${encodeURIComponent('displayName pr or userName ew "9@school.example"')}`;
    for (const path of ["/Users?count=200", "/Users?count=200&startIndex=4900", scan, `/Groups/${group.body.id}`]) {
      await get(path);
      await assertTurns(path, () => get(path));
    }
    const { body } = await directory.get(`${scan}&count=1`);
    assert.equal(body.totalResults, count / 10);
    const one = await directory.find('userName eq "user-4321@school.example"');
    assert.equal(one.body.Resources[0].externalId, "4321");
    assert.equal((await directory.get(`/Groups/${group.body.id}`)).body.members.length, count);
  },
);
