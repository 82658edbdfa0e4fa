import type { Operation } from "#domain/platform/operation.ts";
import { loadOnce } from "#lib/work/load-on-demand.ts";

/**
 * Operations of staff without a path: the operator API does not offer them. A group is loaded when a page of the admin
 * area needs it first (docs/decisions/0122).
 */
export const adminOperations = {
  today: loadOnce(async () => (await import("./admin/today.ts")).todayOperations),
  lectures: loadOnce(async () => (await import("./admin/lectures.ts")).lectureOperations),
  grading: loadOnce(async () => (await import("./admin/grading.ts")).gradingOperations),
  certificates: loadOnce(async () => (await import("./admin/certificates.ts")).certificateOperations),
  discussions: loadOnce(async () => (await import("./admin/discussions.ts")).discussionOperations),
  forms: loadOnce(async () => (await import("./admin/forms.ts")).formOperations),
  members: loadOnce(async () => (await import("./admin/members.ts")).memberOperations),
  orders: loadOnce(async () => (await import("./admin/orders.ts")).orderOperations),
  payments: loadOnce(async () => (await import("./admin/payments.ts")).paymentOperations),
  signIn: loadOnce(async () => (await import("./admin/sign-in.ts")).signInOperations),
  settings: loadOnce(async () => (await import("./admin/settings.ts")).settingOperations),
  applications: loadOnce(async () => (await import("./admin/applications.ts")).applicationOperations),
} satisfies Record<string, () => Promise<Readonly<Record<string, Operation>>>>;
