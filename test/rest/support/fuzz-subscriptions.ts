type Body = Record<string, unknown>;

/** Rules across fields, which no schema expresses. */
export const rulesOfSubscriptions: Record<string, (body: Body) => Body> = {
  grantSubscription: ({ pricing_id: _pricing, starts_at: _start, ends_at: _end, ...body }) => body,
  updateSubscription: ({ pricing_id: _pricing, ends_at: _end, ...body }) => body,
  cancelSubscription: ({ date: _date, ...body }) => ({
    ...body,
    ...(body["mode"] === "at_date" && { date: "2034-12-31T00:00:00.000Z" }),
  }),
  pauseSubscription: ({ resume_at: _moment, ...body }) => body,
};

/** Preparatory requests, so that the newest resource is in the initial state of the operation. */
export const beforeSubscriptions: Record<string, readonly (readonly ["POST", string, object])[]> = {
  grantSubscription: [["POST", "/membership_plans", { name: "Crew", plan_type: "recurring", status: "active" }]],
  resumeSubscription: [["POST", "/subscriptions/{{subscription}}/pause", {}]],
};
