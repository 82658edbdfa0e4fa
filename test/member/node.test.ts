import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { isInterfaceType, isObjectType } from "graphql";
import { exampleId, formatId } from "#domain/platform/ids.ts";
import { schema } from "#member/schema.ts";
import { aSite } from "../support/world.ts";
import { selectionOf } from "./support/all-fields.ts";
import { enroll, watch } from "./support/enrolled.ts";
import { aLecturer, attend, book, giveProduct, giveSessions, notify } from "./support/own-items.ts";
import { type Reader, aReader, readerOf } from "./support/reader.ts";

/** The types that `node` returns. */
const nodeTypes = (() => {
  const type = schema.getType("Node");
  assert.ok(isInterfaceType(type));
  return schema.getPossibleTypes(type);
})();

/** Creates an object of each type and returns its ID by the name of the type. */
async function fill({ site, member }: Reader): Promise<Record<string, string>> {
  const course = await enroll(site, member);
  await watch(site, course, 30);
  const product = await giveProduct(site, member);
  const sessions = await giveSessions(site, member);
  const event = await attend(site, member, 30);
  return {
    Viewer: member.sub,
    SchoolMembership: formatId("site", site.id),
    EnrolledCourse: formatId("enrollment", course.enrollmentId),
    PurchasedDigitalProduct: formatId("digitalProductGrant", product.grantId),
    PurchasedConsultingService: formatId("consultingGrant", sessions.grantId),
    ConsultingBooking: formatId("consultingBooking", await book(site, member, sessions, 2)),
    EventRegistration: formatId("eventRegistration", event.registrationId),
    Notification: await notify(site, member, 1),
    LecturerSummary: formatId("lecturer", sessions.lecturerId),
  };
}

const findNode = "query ($id: ID!) { node(id: $id) { __typename id } }";

let [reader, other]: Reader[] = [];

let [own, others]: Record<string, string>[] = [];

void describe("node(id:) of the Member API (Relay global object identification)", () => {
  before(async () => {
    reader = await aReader();
    own = await fill(reader);
    other = await readerOf(reader.site, await reader.site.member());
    others = await fill(other);
  });

  void test("Every type that implements Node is returned by its ID, with all of its fields", async () => {
    assert.deepEqual(Object.keys(own!).toSorted(), nodeTypes.map(({ name }) => name).toSorted());
    for (const type of nodeTypes) {
      const id = own![type.name];
      const query = `query ($id: ID!) { node(id: $id) { __typename id ... on ${type.name} ${selectionOf(type, 1)} } }`;
      const { node } = await reader!.read<{ node: Record<string, unknown> }>(query, { id });
      assert.deepEqual([node["__typename"], node["id"]], [type.name, id]);
      const fields = Object.values(type.getFields()).map(({ name }) => name);
      assert.deepEqual(
        fields.filter((name) => !(name in node)),
        [],
        type.name,
      );
    }
  });

  void test("Every object with an ID in a response is the same as node returns", async () => {
    const query = `{ viewer { id ... on Node { id }
      enrolledCourses { nodes { id name progress { percent } lecturers { id name } } }
      digitalProducts { nodes { id name } } eventRegistrations { nodes { id status ticketName } } } }`;
    const { viewer } = await reader!.read<{ viewer: Record<string, { nodes: { id: string }[] }> }>(query);
    for (const [connection, fields] of [
      ["enrolledCourses", "... on EnrolledCourse { id name progress { percent } lecturers { id name } }"],
      ["digitalProducts", "... on PurchasedDigitalProduct { id name }"],
      ["eventRegistrations", "... on EventRegistration { id status ticketName }"],
    ] as const) {
      const [listed] = viewer[connection]!.nodes;
      const { node } = await reader!.read<{ node: object }>(`query ($id: ID!) { node(id: $id) { ${fields} } }`, {
        id: listed!.id,
      });
      assert.deepEqual(node, listed, connection);
    }
  });

  void test("Objects of another member are not found, as those that do not exist", async () => {
    const { LecturerSummary: _public, SchoolMembership: _same, ...foreign } = others!;
    for (const [typeName, id] of Object.entries(foreign)) {
      const missing = id.slice(0, 4) + exampleId("member").slice(4);
      const [refused, absent] = [await reader!.ask(findNode, { id }), await reader!.ask(findNode, { id: missing })];
      assert.deepEqual(refused.data, { node: null }, typeName);
      assert.equal(refused.errors?.[0]?.extensions.code, "NOT_FOUND", typeName);
      const text = (answer: object) => JSON.stringify(answer).replaceAll(id, "ID").replaceAll(missing, "ID");
      assert.equal(text(refused), text(absent), typeName);
    }
  });

  void test("Revoked enrollments, hidden lecturers, drafts and other sites are not found", async () => {
    const { site, member } = reader!;
    const revoked = await enroll(site, member, { status: "revoked" });
    const draft = await attend(site, member, 10, { event: { status: "draft" } });
    const hidden = await aLecturer(site, { visible: false });
    const elsewhere = await aReader();
    const foreignSite = await fill(elsewhere);
    for (const id of [
      formatId("enrollment", revoked.enrollmentId),
      formatId("eventRegistration", draft.registrationId),
      formatId("lecturer", hidden),
      ...Object.values(foreignSite),
    ]) {
      assert.equal(await reader!.refusal(findNode, { id }), "NOT_FOUND", id);
    }
  });

  void test("A sibling school of the same person is found, as in the list of schools", async () => {
    const sibling = await aSite();
    const siblingId = formatId("site", sibling.id);
    assert.equal(await reader!.refusal(findNode, { id: siblingId }), "NOT_FOUND");
    await sibling.member({ email: reader!.member.email });
    assert.equal(await reader!.refusal(findNode, { id: siblingId }), undefined);
  });

  void test("An ID of another kind, or none, is an error that lists the types", async () => {
    for (const id of ["", "42", exampleId("course"), exampleId("order"), `${own!["EnrolledCourse"]}x`]) {
      const { data, errors } = await reader!.ask(findNode, { id });
      assert.deepEqual([data, errors?.[0]?.extensions.code], [{ node: null }, "BAD_USER_INPUT"], id);
      assert.match(errors![0]!.message, /EnrolledCourse, PurchasedDigitalProduct/);
    }
  });

  void test("Every object type with an ID implements Node, except parts of others", () => {
    const withoutNode = Object.values(schema.getTypeMap())
      .filter((type) => isObjectType(type))
      .filter((type) => "id" in type.getFields() && !nodeTypes.includes(type))
      .map(({ name }) => name);
    assert.deepEqual(withoutNode.toSorted(), ["DownloadableFile", "NotificationSubscription", "RegisteredEvent"]);
  });
});
