/**
 * Files *.long.test.ts that `npm run test:long -- --ci` leaves out, with the reason. `npm run test:long` runs them, and all rounds and
 * cases of the tests that `npm test` runs in part.
 */
export const onlyBeforeRelease: ReadonlyMap<string, string> = new Map([
  ["test/database/citus.long.test.ts", "Needs a Citus cluster (CITUS_URL)."],
  ["test/deploy/image.long.test.ts", "Needs Docker or Buildah, and the registry of the base images."],
  ["test/deploy/proxies.long.test.ts", "Needs nginx and Caddy."],
  ["test/domain/imports/datasets.long.test.ts", "Needs the Open University data set (LECTERN_DATASETS)."],
  ["test/rest/query-plans.long.test.ts", "Depends on the statistics that other tests leave: passes only by itself."],
]);
