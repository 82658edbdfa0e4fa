import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { database } from "../support/databases/database.ts";
import { enroll } from "./support/enrolled.ts";
import { attend, giveProduct, giveSessions, notify } from "./support/own-items.ts";
import { aReader, type Reader } from "./support/reader.ts";

interface Connection {
  nodes: { id: string }[];
  edges: { cursor: string; node: { id: string } }[];
  pageInfo: { hasNextPage: boolean; hasPreviousPage: boolean; startCursor: string | null; endCursor: string | null };
}

const connections = ["enrolledCourses", "digitalProducts", "consultingServices", "eventRegistrations", "notifications"];

let reader: Reader;

/** Reads a page of a connection of the viewer, or of the notifications. */
async function pageOf(name: string, args: string, fields: string): Promise<Connection> {
  const field = `${name}(${args}) { ${fields} }`;
  const isRoot = name === "notifications";
  const data = await reader.read<{ viewer: Record<string, Connection> } & Record<string, unknown>>(
    isRoot ? `{ ${field} }` : `{ viewer { ${field} } }`,
  );
  return isRoot ? (data[name] as Connection) : data.viewer[name]!;
}

void describe("Edges of connections (GraphQL Cursor Connections Specification)", () => {
  before(async () => {
    reader = await aReader();
    const { site, member } = reader;
    for (let count = 0; count < 3; count++) {
      await enroll(site, member, { daysAgo: count });
      await giveProduct(site, member);
      await giveSessions(site, member);
      await attend(site, member, 24 * (count - 1));
    }
    // Connecting an application has sent one.
    await database.run`delete from notifications where site_id = ${site.id} and member_id = ${member.id}`;
    for (let count = 0; count < 3; count++) await notify(site, member, count);
  });

  void test("Edges are the nodes with a cursor each, and every cursor continues the list", async () => {
    const whole = "nodes { id } edges { cursor node { id } } pageInfo { startCursor endCursor }";
    for (const name of connections) {
      const { nodes, edges, pageInfo } = await pageOf(name, "first: 10", whole);
      assert.equal(nodes.length, 3, name);
      assert.deepEqual(
        edges.map(({ node }) => node),
        nodes,
      );
      assert.deepEqual([pageInfo.startCursor, pageInfo.endCursor], [edges[0]!.cursor, edges[2]!.cursor], name);
      for (const [index, { cursor }] of edges.entries()) {
        const following = await pageOf(name, `first: 10, after: "${cursor}"`, "edges { node { id } }");
        assert.deepEqual(
          following.edges.map(({ node }) => node.id),
          nodes.slice(index + 1).map(({ id }) => id),
          `${name}, after ${index}`,
        );
      }
    }
  });

  void test("pageInfo names the next and the previous page", async () => {
    const ends = "pageInfo { hasNextPage hasPreviousPage startCursor endCursor }";
    for (const name of connections) {
      const first = (await pageOf(name, "first: 2", ends)).pageInfo;
      assert.deepEqual([first.hasPreviousPage, first.hasNextPage], [false, true], name);
      const second = (await pageOf(name, `first: 2, after: "${first.endCursor}"`, ends)).pageInfo;
      assert.deepEqual([second.hasPreviousPage, second.hasNextPage], [true, false], name);
      const beyond = (await pageOf(name, `first: 2, after: "${second.endCursor}"`, ends)).pageInfo;
      assert.deepEqual([beyond.startCursor, beyond.endCursor], [null, null], name);
    }
  });

  void test("Cursors and IDs are returned when a query requests nothing else", async () => {
    for (const name of connections) {
      for (const fields of ["edges { cursor }", "pageInfo { startCursor }", "nodes { ... on Node { id } }"]) {
        assert.match(JSON.stringify(await pageOf(name, "first: 1", fields)), /"[\w-]{20,}"/, `${name} ${fields}`);
      }
    }
  });

  void test("A cursor of a filtered list belongs to this filter", async () => {
    const filter = "filter: { unreadOnly: true }";
    const { edges } = await pageOf("notifications", `first: 3, ${filter}`, "edges { cursor node { id } }");
    const { nodes } = await pageOf(
      "notifications",
      `first: 3, after: "${edges[0]!.cursor}", ${filter}`,
      "nodes { id }",
    );
    assert.deepEqual(
      nodes.map(({ id }) => id),
      edges.slice(1).map(({ node }) => node.id),
    );
    const other = `{ notifications(after: "${edges[0]!.cursor}") { nodes { id } } }`;
    assert.equal(await reader.refusal(other), "BAD_USER_INPUT");
  });
});
