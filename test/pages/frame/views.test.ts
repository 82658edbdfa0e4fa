import assert from "node:assert/strict";
import { describe, test } from "node:test";

import { locales } from "#domain/platform/site/locales.ts";

import { hostileNames, plainNames, sampleViews } from "../samples/sample-views.ts";

/** The elements of a page in order, and the number of quotes around its attributes. */
const structureOf = (view: string) => ({ tags: view.match(/<\/?[a-z][a-z0-9]*/gi), quotes: view.split('"').length });

void describe("the pages as text", () => {
  for (const locale of locales) {
    void test(`have the same elements in ${locale} for any names: no name becomes markup`, () => {
      const plain = sampleViews(locale, plainNames[locale]);
      for (const [name, view] of sampleViews(locale, hostileNames)) {
        assert.deepEqual(structureOf(view), structureOf(plain.get(name) ?? ""), name);
      }
    });

    void test(`need no script and no inline styles in ${locale}`, () => {
      for (const [name, view] of sampleViews(locale, plainNames[locale])) {
        // Structured data is not a script: browsers do not run it.
        // The scripts of the documentation, of the admin area, of times, of passkeys and of kept lectures only add to their
        // pages.
        const read = view
          .replaceAll(/<script type="application\/ld\+json">[^<]*<\/script>/g, "")
          .replaceAll(
            /<script\s+type="module"\s+src="\/assets\/islands\/[\w-]+\/(?:console|docs-copy|offline|page|palette|passkey)\.js"[^>]*><\/script>/g,
            "",
          );
        assert.doesNotMatch(read, /<script|<style|\sstyle=|\son\w+=/, name);
        assert.match(view, new RegExp(`^<!doctype html>\\s*<html lang="${locale}"`), name);
      }
    });
  }
});
