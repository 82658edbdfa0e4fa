import assert from "node:assert/strict";
import { describe, test } from "node:test";
import * as fc from "fast-check";
import { combineTerms, type Terms } from "#domain/privacy/merges/combined-terms.ts";
import { day } from "../support/clock.ts";

const now = new Date("2026-11-29T08:00:00Z");
const inDays = (days: number) => new Date(now.getTime() + days * day);
const at = fc.integer({ min: -400, max: 400 }).map(inDays);
const past = fc.integer({ min: -400, max: -1 }).map(inDays);

const terms: fc.Arbitrary<Terms> = fc.record({
  status: fc.constantFrom<Terms["status"]>("active", "completed", "expired", "revoked", "scheduled"),
  source: fc.constantFrom<Terms["source"]>("purchase", "manual", "group"),
  sourceId: fc.constant(null),
  planId: fc.constant(null),
  startsAt: at,
  expiresAt: fc.option(at),
  enrolledAt: past,
  completedAt: fc.option(past),
  revokedAt: fc.constant(null),
  revokeReason: fc.constant(null),
  revokedFor: fc.constant(null),
  externalId: fc.option(fc.string({ minLength: 1, maxLength: 5 })),
  metadata: fc.dictionary(fc.constantFrom("a", "b", "c"), fc.string({ maxLength: 3 })),
  unlocked: fc.constantFrom<Terms["unlocked"]>(null, { all: true }, { sectionIds: ["s"], lectureIds: ["l"] }),
  deletedAt: fc.option(past, { freq: 5 }),
  lastLectureId: fc.constant(null),
  lastPositionSeconds: fc.constant(null),
  lastActivityAt: fc.option(past),
  lastWatchedAt: fc.option(past),
});

const isOpen = ({ status, expiresAt, deletedAt }: Terms) =>
  deletedAt === null && status !== "revoked" && status !== "expired" && (expiresAt === null || expiresAt > now);

const ends = ({ expiresAt }: Terms) => expiresAt?.getTime() ?? Infinity;

const property = (check: (own: Terms, theirs: Terms, combined: Terms) => void) => () =>
  fc.assert(fc.property(terms, terms, (own, theirs) => check(own, theirs, combineTerms(own, theirs, now))));

void describe("Two enrollments that become one", () => {
  void test(
    "give access if one of both did, and as long as the longer one",
    property((own, theirs, combined) => {
      const open = [own, theirs].filter(isOpen);
      assert.equal(isOpen(combined), open.length > 0);
      if (open.length > 0) assert.equal(ends(combined), Math.max(...open.map(ends)));
    }),
  );

  void test(
    "stay completed, since the earlier completion",
    property((own, theirs, combined) => {
      const both = own.deletedAt !== null && theirs.deletedAt !== null ? [own] : [own, theirs];
      const times = both
        .filter((each) => both.length === 1 || each.deletedAt === null)
        .flatMap(({ completedAt }) => completedAt?.getTime() ?? []);
      assert.equal(combined.completedAt?.getTime(), times.length === 0 ? undefined : Math.min(...times));
      if (isOpen(combined)) assert.equal(combined.status === "completed", times.length > 0);
    }),
  );

  void test(
    "keep the values of the surviving member, and those of the other where there are none",
    property((own, theirs, combined) => {
      assert.equal(combined.externalId, own.externalId ?? theirs.externalId);
      assert.deepEqual(combined.metadata, { ...theirs.metadata, ...own.metadata });
      if ([own, theirs].some(({ unlocked }) => unlocked !== null && "all" in unlocked)) {
        assert.deepEqual(combined.unlocked, { all: true });
      }
    }),
  );
});
