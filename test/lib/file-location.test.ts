import assert from "node:assert/strict";
import { once } from "node:events";
import { linkSync, lstatSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import path from "node:path";
import { test } from "node:test";
import { openFileLocation } from "#lib/archive/file-location.ts";
import { failureOf } from "../../src/cli/terminal/failure.ts";
import { atEnd } from "../support/processes/at-end.ts";
import { lectern, temporaryDataFolder } from "../support/worlds/installation.ts";
import { withLimitedFiles } from "../support/worlds/limited-files.ts";

function aFolder(): string {
  const folder = temporaryDataFolder();
  atEnd(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

async function* bytes(): AsyncGenerator<Buffer> {
  yield Buffer.from("archive");
}

void test("A file system without room is named with the archive, and leaves no draft", () => {
  const file = path.join(aFolder(), "school.tar");
  const printed = withLimitedFiles(
    `import { openFileLocation } from "#lib/archive/file-location.ts";
     import { failureOf } from "./src/cli/terminal/failure.ts";
     async function* bytes() { yield Buffer.alloc(100_000); }
     const error = await openFileLocation(process.argv[1]).write(bytes()).catch((one) => one);
     console.log(JSON.stringify(failureOf(error)));`,
    file,
  );
  assert.deepEqual(JSON.parse(printed), {
    exitCode: 1,
    code: "storage_unavailable",
    message: `${file} cannot be read or written (EFBIG): its file system does not take files of this size. Use another one.`,
    reported: false,
  });
  assert.deepEqual(readdirSync(path.dirname(file)), []);
});

void test("A draft that is there already is replaced, and gets nothing of the new archive", async () => {
  const folder = aFolder();
  const [file, elsewhere] = [path.join(folder, "school.tar"), path.join(folder, "elsewhere")];
  writeFileSync(elsewhere, "other");
  for (const place of [() => symlinkSync(elsewhere, `${file}.part`), () => linkSync(elsewhere, `${file}.part`)]) {
    place();
    await openFileLocation(file).write(bytes());
    assert.deepEqual([readFileSync(file, "utf8"), readFileSync(elsewhere, "utf8")], ["archive", "other"]);
    const found = lstatSync(file);
    assert.deepEqual([found.isFile(), found.mode & 0o777], [true, 0o600]);
    rmSync(file);
  }
});

void test("An archive that appeared in the meantime is not replaced, and no draft remains", async () => {
  const file = path.join(aFolder(), "school.tar");
  writeFileSync(file, "other");
  const error: unknown = await openFileLocation(file)
    .write(bytes())
    .catch((one: unknown) => one);
  const { exitCode, message } = failureOf(error);
  assert.deepEqual([exitCode, message], [2, `${file} cannot be used (EEXIST): a file with that name already exists.`]);
  assert.deepEqual([readdirSync(path.dirname(file)), readFileSync(file, "utf8")], [["school.tar"], "other"]);
});

void test("A file that cannot be opened is reported before a restore creates a database", async () => {
  const folder = aFolder();
  const data = path.join(folder, "data");
  mkdirSync(data);
  // Like a file without permission, which root can read: its state can be read, its content cannot.
  const socket = createServer().listen(path.join(folder, "school.tar"));
  await once(socket, "listening");
  const { code, stderr } = await lectern(["restore", path.join(folder, "school.tar")], { env: { LECTERN_DATA: data } });
  socket.close();
  assert.equal(code, 2, stderr);
  assert.match(
    stderr,
    /^lectern: \S+school\.tar cannot be used \(ENXIO\): it is not a file\.\nSee: lectern restore --help\n$/,
  );
  assert.deepEqual(readdirSync(data), []);
});
