import assert from "node:assert/strict";
import { test } from "node:test";
import type * as z from "zod";
import { tools } from "#mcp/definition/tools.ts";
import { routes } from "#operations/routes.ts";

/** Deliveries are attempts: they have `updated_at`, but clients cannot update them. */
const unversioned = new Set(["sendTestWebhook", "redeliverWebhook"]);

void test("each operation that returns an updatable resource declares its version", () => {
  const missing = routes.flatMap(({ operation }) => {
    const { updatedAt } = ((operation.output as z.ZodObject).shape ?? {}) as Record<string, unknown>;
    return updatedAt !== undefined && !operation.version && !unversioned.has(operation.name) ? operation.name : [];
  });
  assert.deepEqual(missing, []);
});

void test("each versioned tool that writes has an operation that declares a version", () => {
  const missing = tools.filter(
    ({ versioned, writes, operations }) =>
      versioned && writes && !operations.some((operation) => operation.version !== undefined),
  );
  assert.deepEqual(
    missing.map(({ name }) => name),
    [],
  );
});
