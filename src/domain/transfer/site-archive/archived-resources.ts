import { createCourseCategory, listCourseCategories } from "#domain/catalog/course-categories/operations.ts";
import { listLectures } from "#domain/catalog/curriculum/lectures/list-lectures.ts";
import { listCourses } from "#domain/catalog/courses/list-courses.ts";
import { updateCourse } from "#domain/catalog/courses/save-course.ts";
import { createLecturer, updateLecturer } from "#domain/catalog/lecturers/save-lecturer.ts";
import { getLecturer, listLecturers } from "#domain/catalog/lecturers/list-lecturers.ts";
import { createFile, maxFileInRequest } from "#domain/files/files/create-file.ts";
import { listFiles } from "#domain/files/files/list-files.ts";
import { completeUpload } from "#domain/files/files/uploads/complete-upload.ts";
import { receiveUploadPart } from "#domain/files/files/uploads/receive-part.ts";
import { startUpload } from "#domain/files/files/uploads/start-upload.ts";
import { closeForm, openForm } from "#domain/content/forms/form-states.ts";
import { getForm, listForms } from "#domain/content/forms/list-forms.ts";
import { createForm, updateForm } from "#domain/content/forms/save-form.ts";
import { getPage, listPages } from "#domain/content/pages/list-pages.ts";
import { publishPage } from "#domain/content/pages/page-states.ts";
import { createPage, updatePage } from "#domain/content/pages/save-page.ts";
import { createPostCategory, listPostCategories } from "#domain/content/post-categories/operations.ts";
import { getPost, listPosts } from "#domain/content/posts/list-posts.ts";
import { publishPost, unpublishPost } from "#domain/content/posts/post-states.ts";
import { createPost, updatePost } from "#domain/content/posts/save-post.ts";
import { createRedirect, listRedirects } from "#domain/content/redirects/operations.ts";
import { listWebhookEndpoints } from "#domain/webhooks/endpoints/list-endpoints.ts";
import { createEventCategory, listEventCategories } from "#domain/events/event-categories/operations.ts";
import { listEventRegistrations } from "#domain/events/event-registrations/list-registrations.ts";
import { listEventTickets } from "#domain/events/event-tickets/list-event-tickets.ts";
import { createEventTicket } from "#domain/events/event-tickets/operations.ts";
import { getEvent, listEvents } from "#domain/events/events/list-events.ts";
import { createEvent, updateEvent } from "#domain/events/events/save-event.ts";
import { listCertificates } from "#domain/learning/certificates/operations.ts";
import { getSubmission, listSubmissions } from "#domain/learning/submissions/operations.ts";
import { addGroupStudents, listGroupStudents } from "#domain/learning/groups/group-students.ts";
import { createGroup, listGroups } from "#domain/learning/groups/operations.ts";
import { listInvitations } from "#domain/people/invitations/list-invitations.ts";
import { createMemberField, listMemberFields } from "#domain/people/member-fields/operations.ts";
import { getMember } from "#domain/people/members/list-members.ts";
import { suspendMember } from "#domain/people/members/member-states.ts";
import { updateMember } from "#domain/people/members/save-member.ts";
import type { Operation } from "#domain/platform/operation.ts";
import { listConsultingBookings } from "#domain/sales/consulting-bookings/operations.ts";
import { getConsultingService, listConsultingServices } from "#domain/offers/consulting/list-consulting.ts";
import { createConsultingService, updateConsultingService } from "#domain/offers/consulting/save-consulting.ts";
import { listCoupons } from "#domain/offers/coupons/list-coupons.ts";
import { createCoupon } from "#domain/offers/coupons/save-coupon.ts";
import { listDigitalProductGrants } from "#domain/offers/digital-products/grant-operations.ts";
import { getDigitalProduct, listDigitalProducts } from "#domain/offers/digital-products/list-digital-products.ts";
import { addDigitalProductFile } from "#domain/offers/digital-products/product-files.ts";
import { archiveDigitalProduct, publishDigitalProduct } from "#domain/offers/digital-products/product-states.ts";
import { createDigitalProduct, updateDigitalProduct } from "#domain/offers/digital-products/save-digital-product.ts";
import { getMembershipPlan, listMembershipPlans } from "#domain/offers/membership-plans/list-membership-plans.ts";
import { createMembershipPlan, updateMembershipPlan } from "#domain/offers/membership-plans/save-membership-plan.ts";
import { createMembershipPricing } from "#domain/offers/membership-pricings/operations.ts";
import { listPayments, listRefunds } from "#domain/sales/orders/list-payments.ts";
import {
  getAppearance,
  getNavigation,
  replaceNavigation,
  updateAppearance,
} from "#domain/site/appearance/operations.ts";
import { getHomeSections, replaceHomeSections } from "#domain/site/appearance/home-sections.ts";
import { getSchool, updateSchool } from "#domain/site/school/operations.ts";
import { getSchoolSettings, updateSchoolSettings } from "#domain/site/school/settings-operations.ts";
import { peopleNames, recordResources, restoredNames } from "./archived-records.ts";

/** Lists of an archive whose rows are imported with an operation each, in order of their references. */
export interface ArchivedResource {
  list: Operation;
  /** Reads the fields that the list omits. `by`: the parameter with the ID. */
  get?: { operation: Operation; by: string };
  create: Operation;
  /** Completes the links of texts. Takes the ID by the parameter of `get`. */
  update?: Operation;
  /** Fields that identify a row at its site. */
  key: readonly string[];
  /** The resource that contains the rows, if `list` and `create` take one of it: its list, the parameter, the field. */
  parent?: { list: Operation; argument: string; field: string };
}

/** Maximum bytes of `createFile`. */
export const maxFileAtOnce = maxFileInRequest;

/** Operations with special handling. An archive uses the operations of the product, with their checks. */
export const operations = {
  getSchool,
  updateSchool,
  getSchoolSettings,
  updateSchoolSettings,
  getAppearance,
  updateAppearance,
  getNavigation,
  replaceNavigation,
  getHomeSections,
  replaceHomeSections,
  listFiles,
  createFile,
  startUpload,
  receiveUploadPart,
  completeUpload,
  listCourses,
  listLectures,
  updateCourse,
  getMember,
  updateMember,
  suspendMember,
  openForm,
  closeForm,
  publishPage,
  publishPost,
  unpublishPost,
  listEventTickets,
  createEventTicket,
  listEventRegistrations,
  createMembershipPricing,
  addDigitalProductFile,
  publishDigitalProduct,
  archiveDigitalProduct,
  listDigitalProductGrants,
  listGroupStudents,
  addGroupStudents,
  listCertificates,
  listPayments,
  listRefunds,
  listSubmissions,
  getSubmission,
  listConsultingBookings,
  listInvitations,
  listWebhookEndpoints,
};

/** In the order in which they are imported: each after those that it refers to. */
export const contentResources = {
  member_fields: { list: listMemberFields, create: createMemberField, key: ["handle"] },
  course_categories: { list: listCourseCategories, create: createCourseCategory, key: ["slug"] },
  event_categories: { list: listEventCategories, create: createEventCategory, key: ["slug"] },
  post_categories: { list: listPostCategories, create: createPostCategory, key: ["slug"] },
  lecturers: {
    list: listLecturers,
    get: { operation: getLecturer, by: "lecturer" },
    create: createLecturer,
    update: updateLecturer,
    key: ["slug"],
  },
  forms: {
    list: listForms,
    get: { operation: getForm, by: "id" },
    create: createForm,
    update: updateForm,
    key: ["slug"],
  },
  digital_products: {
    list: listDigitalProducts,
    get: { operation: getDigitalProduct, by: "product" },
    create: createDigitalProduct,
    update: updateDigitalProduct,
    key: ["slug"],
  },
  membership_plans: {
    list: listMembershipPlans,
    get: { operation: getMembershipPlan, by: "plan" },
    create: createMembershipPlan,
    update: updateMembershipPlan,
    key: ["slug"],
  },
  groups: { list: listGroups, create: createGroup, key: ["name"] },
  consulting_services: {
    list: listConsultingServices,
    get: { operation: getConsultingService, by: "service" },
    create: createConsultingService,
    update: updateConsultingService,
    key: ["slug"],
  },
  events: {
    list: listEvents,
    get: { operation: getEvent, by: "event" },
    create: createEvent,
    update: updateEvent,
    key: ["slug"],
  },
  coupons: { list: listCoupons, create: createCoupon, key: ["code"] },
  posts: {
    list: listPosts,
    get: { operation: getPost, by: "post" },
    create: createPost,
    update: updatePost,
    key: ["slug"],
  },
  pages: {
    list: listPages,
    get: { operation: getPage, by: "page" },
    create: createPage,
    update: updatePage,
    key: ["path"],
  },
  redirects: { list: listRedirects, create: createRedirect, key: ["from"] },
} as const satisfies Record<string, ArchivedResource>;

export type ContentName = keyof typeof contentResources;

/** Every list of rows in an archive. Courses have entries of their own. */
export const archivedNames = [
  "school",
  "files",
  ...Object.keys(contentResources),
  ...Object.keys(recordResources),
  ...peopleNames,
  "event_registrations",
  "page_revisions",
  ...restoredNames,
];
