const covered = "Reads a large site. rest/query-plans.long.test.ts checks every read of the API with every filter.";
const killedJobs = "Kills a server at random times. domain/job-killed.long.test.ts kills a job at a known row.";
const platform =
  "Depends on the platform and PostgreSQL, which change rarely. database/embedded.test.ts runs each time.";

/**
 * Files *.long.test.ts that `npm run test:long -- --ci` leaves out, with the reason: they need something else, or take
 * long for what they add. `npm run test:long` runs them, and all rounds and cases of the tests that `npm test` runs in
 * part.
 */
export const onlyBeforeRelease: ReadonlyMap<string, string> = new Map([
  ["test/database/citus-migrations.long.test.ts", "Needs a Citus cluster (CITUS_URL)."],
  ["test/database/citus-nodes.long.test.ts", "Needs a Citus cluster (CITUS_URL)."],
  ["test/database/citus.long.test.ts", "Needs a Citus cluster (CITUS_URL)."],
  ["test/new-resource.long.test.ts", "Writes eleven resources. new-resource.test.ts writes two each time."],
  ["test/deploy/archive.long.test.ts", "Packs 92 MB. deploy/tarball.test.ts runs each time."],
  ["test/deploy/image.long.test.ts", "Needs Docker or Buildah, and the registry of the base images."],
  [
    "test/cli/update.long.test.ts",
    "Runs two versions under load, which matters for a release. cli/update-archive.test.ts runs each time.",
  ],
  [
    "test/deploy/package.long.test.ts",
    "Installs from the registry, and measures seconds. deploy/package.test.ts checks the published packages.",
  ],
  ["test/deploy/own-tools.long.test.ts", "Needs promtool, kubectl and systemd."],
  ["test/deploy/proxies.long.test.ts", "Needs nginx and Caddy."],
  ["test/domain/imports/open-edx-courses.long.test.ts", "Needs courses of Open edX (DATASETS)."],
  ["test/pages/derived/course-round-trip.long.test.ts", "Needs courses of Open edX (DATASETS)."],
  ["test/conformance/client-matrix.long.test.ts", "All combinations. The registration matrix runs each time."],
  ["test/crash/export.long.test.ts", killedJobs],
  ["test/crash/import-records.long.test.ts", killedJobs],
  ["test/database/embedded-cluster.long.test.ts", platform],
  ["test/database/embedded-disk.long.test.ts", platform],
  ["test/database/embedded-root.long.test.ts", platform],
  ["test/database/embedded-sharing.long.test.ts", platform],
  ["test/database/embedded-signals.long.test.ts", platform],
  ["test/domain/audit-log-plans.long.test.ts", covered],
  ["test/domain/courses-plans.long.test.ts", covered],
  [
    "test/domain/bulk-update-plans.long.test.ts",
    "Fills two large sites. oauth/hot-statement-plans.test.ts checks the hottest statements each time.",
  ],
  ["test/domain/curriculum-plans.long.test.ts", covered],
  ["test/domain/enrollments-plans.long.test.ts", covered],
  ["test/domain/jobs-plans.long.test.ts", covered],
  ["test/domain/provider-events-plans.long.test.ts", covered],
  ["test/domain/people-plans.long.test.ts", covered],
  ["test/domain/posts-plans.long.test.ts", covered],
  ["test/domain/sales-plans.long.test.ts", covered],
  ["test/member/differential.long.test.ts", "Takes minutes. member/differential.test.ts compares a sample each time."],
  [
    "test/mcp/agent-frameworks.long.test.ts",
    "Installs agent frameworks from the registry. mcp/official-client.test.ts signs in with the SDK that they use.",
  ],
  ["test/operations/released-upgrade.long.test.ts", "Runs two versions under load, which matters for a release."],
  ["test/operations/restore-to-time.long.test.ts", "Restores a server. wal-archive-times restores a database."],
  ["test/operations/rolling-upgrade.long.test.ts", "Runs two versions under load, which matters for a release."],
  [
    "test/rest/openapi/generated-clients.long.test.ts",
    "Installs 350 MB from the registry. openapi-rules checks the rules.",
  ],
  [
    "test/rest/openapi/sdk.long.test.ts",
    "Installs the generator of the SDK from the registry. rest/sdk.test.ts runs each time.",
  ],
  ["test/rest/conventions/list-plans.long.test.ts", covered],
  [
    "test/pages/frame/write-plans.long.test.ts",
    "Writes on a large site. oauth/hot-statement-plans.test.ts checks the hottest statements each time.",
  ],
  ["test/soak/soak.long.test.ts", "Takes minutes, and needs a machine that never stalls for 30 seconds."],
]);
