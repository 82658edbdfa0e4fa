import { assertStatus } from "../../support/assert-status.ts";
import { aSiteWithReceivers } from "../../support/doubles/webhook-receiver.ts";
import { operatorOf, type Operator } from "./operator.ts";

export const scopes = "school:read school:write courses:read courses:write";

export async function aSubscriber(url: string, fields: object = {}) {
  const site = await aSiteWithReceivers();
  const operator = await operatorOf(site, scopes);
  const response = await operator.post("/webhook_endpoints", {
    url,
    event_types: ["course.created", "course.updated", "course.published"],
    ...fields,
  });
  assertStatus(response, 201);
  return { site, operator, endpoint: response.json<{ id: string; secret: string }>() };
}

export const aCourse = async (operator: Operator, name = "Knots"): Promise<{ id: string }> => {
  const response = await operator.post("/courses", { name });
  assertStatus(response, 201);
  return response.json();
};

export interface Delivery {
  id: string;
  status: string;
  attempt: number;
  http_status: number | null;
  error: string | null;
  response_excerpt: string | null;
  next_attempt_at: string | null;
}

export const deliveriesOf = async (operator: Operator, id: string, query = ""): Promise<Delivery[]> =>
  (await operator.get(`/webhook_endpoints/${id}/deliveries${query}`)).json<{ data: Delivery[] }>().data;

export const endpointOf = async (operator: Operator, id: string) =>
  (await operator.get(`/webhook_endpoints/${id}`)).json<{
    status: string;
    disabled_reason: string | null;
    failure_streak: number;
    last_success_at: string | null;
  }>();
