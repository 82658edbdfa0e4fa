import assert from "node:assert/strict";
import { describeFailure } from "../assert-status.ts";
import { everything } from "../../member/support/all-fields.ts";
import type { Attempt } from "./attempt.ts";
import { bearerRefused } from "./programs.ts";

/** Every field of the schema: a token of the other site is rejected, and one of this site returns only its own data. */
export const memberApi: Attempt = async (there, here) => {
  const refused = await bearerRefused("POST", "/member/graphql", { query: everything(20) })(there, here);
  const own = await here.site.graphql(everything(20), here.tokens.access_token);
  assert.equal(own.statusCode, 200);
  assert.equal(own.json<{ errors?: unknown }>().errors, undefined, describeFailure(own.body));
  for (const name of ["EnrolledCourse", "PurchasedDigitalProduct", "PurchasedConsultingService", "Notification"])
    assert.ok(own.body.includes(`"__typename":"${name}"`), name);
  return [...refused, own];
};
