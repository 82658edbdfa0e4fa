import assert from "node:assert/strict";
import { tmpdir } from "node:os";
import { describe, test } from "node:test";
import { type AFile, sendFile } from "../../support/worlds/uploads.ts";
import { anOperator, operatorOf, problemOf } from "../support/operator.ts";
import { aSite } from "../../support/world.ts";
import { courseNames, files, folder, imported, scopes, zipOf, zipped } from "../support/imported-courses.ts";

void describe("POST /imports", () => {
  void test("rejects invalid archives and those with paths outside their folder", async () => {
    const operator = await anOperator(scopes);
    const whole = zipOf(folder("ropes"));
    const archives: [Uint8Array, RegExp][] = [
      [zipOf({ "../course.md": "x" }), /expected a relative file path/],
      [zipOf({ "/etc/course.md": "x" }), /expected a relative file path/],
      [zipOf({ "a\\..\\course.md": "x" }), /expected a relative file path/],
      [whole.subarray(0, 100), /its end is missing/],
      [zipOf({}), /it is empty/],
    ];
    for (const [bytes, reason] of archives) {
      const job = await imported(operator, { format: "course_folder", file_id: await zipped(operator, bytes) });
      assert.equal(job.status, "failed", String(reason));
      assert.match(job.error?.detail ?? "", reason);
      assert.ok(!job.error!.detail.includes(tmpdir()));
    }
    assert.deepEqual(await courseNames(operator), []);
  });

  void test("fails as a whole if the source has no importable data", async () => {
    const operator = await anOperator(scopes);
    const nothing = [{ path: "readme.txt", content: "Hello" }];
    for (const format of ["course_folder", "olx"]) {
      const job = await imported(operator, { format, files: nothing });
      assert.deepEqual([job.status, job.error?.code], ["failed", "validation_failed"], format);
      assert.ok(!job.error!.detail.includes(tmpdir()), job.error!.detail);
    }
  });

  void test("needs the write scopes of everything that the format contains", async () => {
    const site = await aSite();
    for (const lacking of ["courses:write", "curriculum:write"]) {
      const operator = await operatorOf(site, scopes.replace(`${lacking} `, ""));
      const response = await operator.post("/imports", { format: "course_folder", files });
      assert.deepEqual([problemOf(response).status, problemOf(response).code], [403, "insufficient_scope"]);
      assert.match(String(response.headers["www-authenticate"]), /school:write.*|courses:write/);
    }
  });

  void test("rejects unreadable sources, with the path", async () => {
    const operator = await anOperator(scopes);
    const other = await anOperator(scopes);
    const foreign = await zipped(other, zipOf(folder("ropes")));
    const refusals: [object, string[]][] = [
      [{ format: "course_folder" }, ["/file_id"]],
      [{ format: "course_folder", files, file_id: foreign }, ["/file_id"]],
      [{ format: "course_folder", file_id: foreign }, ["/file_id"]],
      [{ format: "csvx", files }, ["/format"]],
      [{ format: "course_folder", files: [] }, ["/files"]],
      [{ format: "course_folder", files: [{ path: "../a.md", content: "" }] }, ["/files/0/path"]],
      [{ format: "course_folder", files: [...files, ...files] }, ["/files/1/path"]],
      [{ format: "course_folder", files, mode: "replace" }, ["/mode"]],
    ];
    for (const [body, pointers] of refusals) {
      const problem = problemOf(await operator.post("/imports", body));
      assert.deepEqual([problem.status, problem.pointers], [422, pointers], JSON.stringify(body));
    }
    const large = ["a.md", "b.md"].map((path) => ({ path, content: "字".repeat(180_000) }));
    const tooLarge = problemOf(await operator.post("/imports", { format: "course_folder", files: large }));
    assert.deepEqual([tooLarge.status, tooLarge.pointers], [422, ["/files"]]);
    const picture = await sendFile(operator, Buffer.from("%PDF-1.7\n"), {}, { name: "a.pdf" });
    const refused = problemOf(
      await operator.post("/imports", { format: "course_folder", file_id: picture.json<AFile>().id }),
    );
    assert.deepEqual([refused.status, refused.pointers], [422, ["/file_id"]]);
  });
});
