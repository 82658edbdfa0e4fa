import * as z from "zod";
import { about } from "#domain/platform/audit/about.ts";
import { formatId, Id } from "#domain/platform/ids.ts";
import { inAdminArea, operation } from "#domain/platform/operation.ts";
import { unchanged } from "#domain/platform/outcome.ts";
import { invalidState, notFound } from "#domain/platform/problem.ts";
import { findFreeOffer } from "./free-offer.ts";
import { enroll } from "./enroll-myself.ts";
import { decideRequest, lockRequest } from "./queries.ts";

/** Approves or declines a request. Deciding the same again changes nothing. */
export const decideEnrollmentRequest = operation({
  name: "decideEnrollmentRequest",
  summary: "Approve or decline an enrollment request",
  writes: inAdminArea,
  input: z.object({ id: Id("enrollmentRequest"), decision: z.enum(["approved", "declined"]) }),
  output: z.object({ id: Id("enrollmentRequest"), decision: z.enum(["approved", "declined"]) }),
  async run(context, { id, decision }) {
    const request = await lockRequest(context, id);
    if (!request) throw notFound("enrollment request", formatId("enrollmentRequest", id));
    if (request.status === decision) return unchanged({ id, decision });
    if (request.status !== "pending") {
      throw invalidState("enrollment request", request.status, decision, ["pending"]);
    }
    if (decision === "approved") {
      const { memberId, courseId } = request;
      const offer = (await findFreeOffer(context, courseId)) ?? { courseId, planId: null, seatsLeft: null };
      await enroll(context, memberId, offer, { notify: true });
    }
    await decideRequest(context, id, decision, context.now);
    return { id, decision };
  },
  audit: (_input, { id, decision }) => about("enrollmentRequest", id, { decision }),
});
