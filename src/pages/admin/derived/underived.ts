import type { IndexedRoute } from "#operations/route-index.ts";

/** Operations without a derived page, by the reason. A test compares them with the table of operations. */
const reasons: Readonly<Record<string, readonly string[]>> = {
  "Programs name their own identifiers; people choose from a list": [
    "PUT /courses/by_external_id/:externalId",
    "PUT /events/by_external_id/:externalId",
    "PUT /lecturers/by_external_id/:externalId",
    "PUT /posts/by_external_id/:externalId",
    "PUT /members/by_external_id/:externalId",
  ],
  "The page of a list selects several rows": [
    "POST /courses/bulk",
    "POST /lectures/bulk",
    "POST /members/bulk",
    "POST /students/bulk",
    "POST /enrollments/bulk",
    "POST /subscriptions/bulk",
    "POST /quiz_attempts/bulk",
    "POST /progress_events/bulk",
    "POST /events/:event/registrations/bulk",
  ],
  "Programs report what students did": ["POST /enrollments/:id/progress", "POST /quiz_attempts", "POST /submissions"],
  "Programs ask about their own credential": ["GET /me"],
  "The checkout asks": ["POST /coupons/validate"],
  "A file is sent in parts by programs": [
    "POST /uploads",
    "PUT /uploads/:id/parts/:n",
    "GET /uploads/:id",
    "POST /uploads/:id/complete",
    "DELETE /uploads/:id",
  ],
  "The editor of a course places sections and lectures": [
    "GET /courses/:course/curriculum",
    "PUT /courses/:course/curriculum",
    "POST /courses/:course/sections/reorder",
    "POST /lecturers/reorder",
  ],
  "The outline of a course undoes a deletion": ["POST /sections/:id/restore", "POST /lectures/:id/restore"],
  "The page of a course shows it": ["GET /courses/:course/checklist"],
  "The pages of analytics draw figures": [
    "GET /analytics/metrics",
    "GET /analytics/overview",
    "GET /analytics/timeseries",
    "GET /analytics/courses",
    "GET /analytics/courses/:course/funnel",
    "GET /analytics/revenue",
    "GET /analytics/subscriptions",
  ],
  "The page of an endpoint lists its types, events and deliveries": [
    "GET /webhook_event_types",
    "GET /webhook_events",
    "GET /webhook_events/:id",
    "GET /webhook_endpoints",
    "GET /webhook_endpoints/:id",
    "POST /webhook_endpoints",
    "PATCH /webhook_endpoints/:id",
    "DELETE /webhook_endpoints/:id",
    "POST /webhook_endpoints/:id/rotate_secret",
    "POST /webhook_endpoints/:id/test",
    "POST /webhook_endpoints/:id/replay",
    "GET /webhook_endpoints/:id/deliveries",
    "POST /webhook_deliveries/:id/redeliver",
  ],
  "The calendar of a service shows its free times": ["GET /consulting_services/:service/slots"],
  "The page for imports shows the columns of a file": ["POST /imports/preview"],
  "The page for check-in lists the guests and takes codes": [
    "GET /events/:event/guests",
    "POST /events/:event/check_in",
  ],
  "The page of a member decides": ["POST /members/:id/merge", "POST /member_merges/:id/cancel"],
  "The page for email lists suppressed addresses": ["GET /suppressed_addresses", "DELETE /suppressed_addresses/:id"],
  "The page of a new message previews and tests it": ["POST /messages/preview", "POST /messages/test"],
  "The page of an order records and refunds": ["POST /orders", "POST /refunds"],
};

const byRoute: ReadonlyMap<string, string> = new Map(
  Object.entries(reasons).flatMap(([reason, routes]) => routes.map((route) => [route, reason] as const)),
);

/** Every operation without a derived page, as `POST /coupons/validate`. */
export const underivedRoutes: readonly string[] = [...byRoute.keys()];

/** Returns why an operation has no derived page; undefined if it has one. */
export const underivedReason = ({ method, path }: Pick<IndexedRoute, "method" | "path">): string | undefined =>
  byRoute.get(`${method} ${path}`);
