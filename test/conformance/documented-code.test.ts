import { describe } from "node:test";
import { testSamples } from "./support/documented-samples.ts";

// The samples in other languages, and programs: documented-code.long.test.ts
void describe("Calls of the API in the documentation, as a school serves it", () => {
  testSamples(["curl"]);
});
