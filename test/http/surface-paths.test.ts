import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { pathsAndRoutes } from "../support/worlds/routes.ts";

/** `/admin/*` contains the paths below `/admin`. */
const contains = (path: string, route: string): boolean =>
  path.endsWith("/*") ? route.startsWith(path.slice(0, -1)) : route === path;

void describe("the paths of surfaces that are loaded on demand", () => {
  let paths: string[];
  let routes: string[];

  before(async () => {
    ({ paths, routes } = await pathsAndRoutes());
  });

  void test("contain a route each", () => {
    assert.ok(paths.length > 20);
    const unused = paths.filter((path) => !routes.some((route) => contains(path, route)));
    // The operator API and SCIM respond to their own addresses in their own format: 404.
    assert.deepEqual(unused, ["/api/v1", "/scim/v2"], "Remove the others from the surfaces in src/server/app.ts.");
  });

  void test("are listed once", () => {
    const repeated = paths.filter((path, index) => paths.indexOf(path) !== index);
    assert.deepEqual(repeated, []);
    const covered = paths.filter((path) =>
      paths.some((other) => other !== path && other !== "/*" && other.endsWith("/*") && contains(other, path)),
    );
    // These belong to another surface than `/account/*`.
    assert.deepEqual(covered, [
      "/account/digital-products",
      "/account/events",
      "/account/events/*",
      "/account/notes",
      "/account/notes.md",
      "/account/notes/*",
    ]);
  });
});
