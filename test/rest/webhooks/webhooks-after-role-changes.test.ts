import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { assertStatus } from "../../support/assert-status.ts";
import { aReceiver, deliverDue } from "../../support/doubles/webhook-receiver.ts";
import { operatorOf } from "../support/operator.ts";
import { aCourse, aSubscriber } from "../support/webhook-subscriber.ts";

/** An endpoint that one owner's application created, and a second owner, who manages the first one's roles. */
async function aConnectedEndpoint() {
  const receiver = aReceiver();
  const { site, operator } = await aSubscriber(receiver.url);
  const owner = await operatorOf(site, "members:read members:write courses:read courses:write");
  const deliveriesAfterCourse = async (name: string) => {
    await aCourse(owner, name);
    await deliverDue(site);
    return receiver.received.length;
  };
  const setRoles = async (...roles: string[]) => {
    const answer = await owner.put(`/members/${operator.member.sub}/roles`, { roles });
    assertStatus(answer, 200);
  };
  return { site, receiver, operator, owner, deliveriesAfterCourse, setRoles };
}

void describe("Webhooks that an application created for a member", () => {
  for (const role of ["student", "lecturer", "teaching_assistant"]) {
    void test(`stop when the member becomes a ${role}, and resume when the role is restored`, async () => {
      const { deliveriesAfterCourse, setRoles } = await aConnectedEndpoint();
      assert.equal(await deliveriesAfterCourse("Knots"), 1);
      await setRoles(role);
      assert.equal(await deliveriesAfterCourse("Splices"), 1);
      await setRoles("owner");
      assert.equal(await deliveriesAfterCourse("Tides"), 2);
    });
  }

  void test("stop for undelivered events from before the member was demoted", async () => {
    const { site, receiver, owner, setRoles } = await aConnectedEndpoint();
    await aCourse(owner);
    await setRoles("student");
    await deliverDue(site);
    assert.equal(receiver.received.length, 0);
  });

  void test("stop while the member is suspended, and permanently when the member is removed", async () => {
    const { operator, owner, deliveriesAfterCourse } = await aConnectedEndpoint();
    const { sub } = operator.member;
    assert.equal((await owner.post(`/members/${sub}/suspend`)).statusCode, 200);
    assert.equal(await deliveriesAfterCourse("Knots"), 0);
    assert.equal((await owner.post(`/members/${sub}/unsuspend`)).statusCode, 200);
    assert.equal((await owner.delete(`/members/${sub}`)).statusCode, 204);
    assert.equal(await deliveriesAfterCourse("Splices"), 0);
  });
});
