import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { test } from "node:test";
import { type Binaries, findBinaries, linkLibraries } from "#database/embedded/binaries.ts";
import { makeCluster } from "#database/embedded/cluster.ts";
import { openHome } from "#database/embedded/home.ts";
import { runnableBinaries } from "#database/embedded/own-server.ts";
import { stagePostgresql } from "../../tools/package/postgresql.ts";
import { root } from "../support/data/source-tree.ts";
import { temporaryDataFolder } from "../support/worlds/installation.ts";

/** Sorts and converts words and characters of many scripts by every collation of ICU. */
const program = `
select 'collations', md5(string_agg(concat_ws(' ', collname, colllocale, collversion), ',' order by oid)) from pg_collation;

create table word (text text);

insert into word select chr(code) || chr(97 + code % 26) from generate_series(33, 55000, 211) code where code not between 127 and 160;

insert into word values ('Öl'), ('ol'), ('école'), ('côté'), ('coté'), ('cote'), ('ñandú'), ('ch'), ('林小美'), ('北京'),
 ('さくら'), ('サクラ'), ('김하늘'), ('ภาษาไทย'), ('istanbul'), ('ILIK'), ('straße'), ('ΑΣ'), ('two words, a-b');

create table result (name text, digest text);

do $$ declare collation_name text; begin
  for collation_name in select collname from pg_collation where collprovider = 'i' loop
    execute format('insert into result select %1$L, md5(string_agg(concat(text, upper(text collate %1$I),
      lower(text collate %1$I), initcap(text collate %1$I)), '','' order by text collate %1$I, text)) from word', collation_name);
  end loop;
end $$;

select 'used', count(*), count(distinct digest), md5(string_agg(name || digest, ',' order by name)) from result;

`;

void test("The packaged PostgreSQL sorts and converts text like the original, by every collation", async () => {
  const folder = mkdtempSync(path.join(tmpdir(), "lectern-postgresql-"));
  chmodSync(folder, 0o755);
  try {
    stagePostgresql(root, `${process.platform}-${process.arch}`, folder);
    linkLibraries({ root: folder });
    const original = await run(findBinaries());
    const used = /= "used".*?= "(\d+)".*?= "(\d+)"/s.exec(original);
    assert.ok(Number(used?.[1]) > 700 && Number(used?.[2]) > 20, original);
    assert.equal(await run({ root: folder, version: "packed" }), original);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

/** Runs the program in a new cluster, and returns what it writes. */
async function run(installed: Binaries): Promise<string> {
  const dataFolder = temporaryDataFolder();
  try {
    const home = openHome(dataFolder, () => {});
    const binaries = runnableBinaries(installed, home.runAs, () => {});
    await makeCluster(home, binaries, false);
    const postgres = path.join(binaries.root, "native/bin/postgres");
    const words = ["--single", "-j", "-D", home.cluster, "postgres"];
    const { stdout, stderr } = spawnSync(postgres, words, {
      ...home.runAs,
      cwd: "/",
      env: {},
      input: program,
      encoding: "utf8",
    });
    assert.doesNotMatch(stderr, /ERROR|WARNING|FATAL/);
    return stdout;
  } finally {
    rmSync(dataFolder, { recursive: true, force: true });
  }
}
