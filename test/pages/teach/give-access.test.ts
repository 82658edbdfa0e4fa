import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { anOperator, type Operator } from "../../rest/support/operator.ts";
import { Visitor } from "../../support/browsers/visitor.ts";
import { aPaidCourse } from "../support/buyer.ts";

interface Enrollment {
  student_id: string;
  course_id: string;
  lifetime: boolean;
  expires_at: string | null;
}

const scopes = `courses:read courses:write curriculum:write students:read`;

async function aSchool() {
  const operator = await anOperator(scopes);
  const course = await aPaidCourse(operator);
  const student = await operator.site.member({ name: "Noor Haddad" });
  const visitor = new Visitor(await operator.site.signedIn(await operator.site.member({ roles: ["owner"] })));
  return { operator, course, student, visitor };
}

const enrollments = async (operator: Operator) =>
  (await operator.get("/enrollments")).json<{ data: Enrollment[] }>().data;

void describe("Staff gives access", () => {
  void test("from the page of the course, to an address that is new to the school, until a date", async () => {
    const { operator, course, visitor } = await aSchool();
    await visitor.open(`/admin/courses/${course.id}`);
    await visitor.click("Give access");
    visitor.sees("Course Knots", "Choose another").seesNot("Lifetime access");
    visitor.enter({ Person: "june@harbour.example", "How long": "Until a date" });
    await visitor.click("Give access");
    assert.deepEqual(await enrollments(operator), []);
    visitor.enter({ "How long › Last day › Date": "2031-05-06" });
    await visitor.click("Give access");
    visitor.sees("june@harbour.example", "Knots");
    const [given] = await enrollments(operator);
    assert.deepEqual([given!.course_id, given!.expires_at], [course.id, "2031-05-06T23:59:59.999Z"]);
  });

  void test("from the page of the member, for ever or for days", async () => {
    const { operator, course, student, visitor } = await aSchool();
    await visitor.open(`/admin/members/${student.sub}`);
    await visitor.click("Give access to a course");
    visitor.sees("Person Noor Haddad").enter({ Course: "Knots", "How long": "For ever" });
    await visitor.click("Give access");
    const [given] = await enrollments(operator);
    assert.deepEqual([given!.student_id, given!.lifetime], [student.sub, true]);
    await visitor.open(`/admin/enrollments?course_id=${course.id}`);
    await visitor.click("New enrollment");
    visitor.sees("Course Knots").enter({ Person: "june@harbour.example", "How long": "For a number of days" });
    visitor.enter({ "How long › Days": "30" });
    await visitor.click("Give access");
    const other = (await enrollments(operator)).find(({ student_id }) => student_id !== student.sub);
    assert.ok(Date.parse(other!.expires_at!) > Date.now() + 28 * 86_400_000);
  });
});
