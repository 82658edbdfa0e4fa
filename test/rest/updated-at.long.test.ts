import { everyCause } from "./support/every-cause.ts";
import { updatedAtTests } from "./support/updated-at-tests.ts";

updatedAtTests(Object.entries(everyCause));
