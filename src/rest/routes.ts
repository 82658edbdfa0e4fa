import * as categories from "#domain/course-categories/operations.ts";
import { courseCategoryExpansions } from "#domain/course-categories/expansions.ts";
import * as plans from "#domain/course-plans/operations.ts";
import * as reviews from "#domain/reviews/operations.ts";
import { reviewExpansions } from "#domain/reviews/expansions.ts";
import { listTags } from "#domain/tags/operations.ts";
import { generateCoupons } from "#domain/coupons/generate-coupons.ts";
import * as coupons from "#domain/coupons/list-coupons.ts";
import * as couponChanges from "#domain/coupons/save-coupon.ts";
import { validateCoupon } from "#domain/coupons/validate-coupon.ts";
import { bulkCourses } from "#domain/courses/bulk-courses.ts";
import { courseExpansions, oneCourseExpansions } from "#domain/courses/expansions.ts";
import * as courseStates from "#domain/courses/course-states.ts";
import * as courses from "#domain/courses/list-courses.ts";
import * as courseChanges from "#domain/courses/save-course.ts";
import * as assignments from "#domain/curriculum/assignment-operations.ts";
import { lectureExpansions } from "#domain/curriculum/expansions.ts";
import { bulkLectures } from "#domain/curriculum/bulk-lectures.ts";
import * as curriculum from "#domain/curriculum/curriculum-operations.ts";
import { deleteSection } from "#domain/curriculum/delete-section.ts";
import { listAttachments } from "#domain/curriculum/list-attachments.ts";
import * as lectures from "#domain/curriculum/list-lectures.ts";
import * as sections from "#domain/curriculum/list-sections.ts";
import * as quizzes from "#domain/curriculum/quiz-operations.ts";
import { reorderSections } from "#domain/curriculum/reorder-sections.ts";
import * as attachmentChanges from "#domain/curriculum/save-attachment.ts";
import * as lectureChanges from "#domain/curriculum/save-lecture.ts";
import * as sectionChanges from "#domain/curriculum/save-section.ts";
import { completeUpload } from "#domain/files/complete-upload.ts";
import { createFile } from "#domain/files/create-file.ts";
import { deleteFile } from "#domain/files/delete-file.ts";
import { receiveUploadPart } from "#domain/files/receive-part.ts";
import * as uploads from "#domain/files/start-upload.ts";
import * as files from "#domain/files/list-files.ts";
import { registerManyForEvent } from "#domain/event-registrations/bulk-register.ts";
import { registrationExpansions } from "#domain/event-registrations/expansions.ts";
import * as registrationChanges from "#domain/event-registrations/change-registration.ts";
import * as registrations from "#domain/event-registrations/list-registrations.ts";
import { registerForEvent } from "#domain/event-registrations/register.ts";
import * as tickets from "#domain/event-tickets/operations.ts";
import * as eventStates from "#domain/events/event-states.ts";
import { eventExpansions } from "#domain/events/expansions.ts";
import * as events from "#domain/events/list-events.ts";
import * as eventChanges from "#domain/events/save-event.ts";
import * as forms from "#domain/forms/operations.ts";
import * as enrollmentChanges from "#domain/enrollments/change-enrollment.ts";
import { bulkEnroll, enrollStudent } from "#domain/enrollments/enroll.ts";
import { enrollmentExpansions, personExpansions } from "#domain/enrollments/expansions.ts";
import * as enrollments from "#domain/enrollments/list-enrollments.ts";
import * as groupStudents from "#domain/groups/group-students.ts";
import * as groups from "#domain/groups/operations.ts";
import { startImport } from "#domain/imports/start-import.ts";
import * as jobs from "#domain/jobs/job-operations.ts";
import * as invitationChanges from "#domain/invitations/change-invitation.ts";
import { listInvitations } from "#domain/invitations/list-invitations.ts";
import { deleteLecturer } from "#domain/lecturers/delete-lecturer.ts";
import { lecturerExpansions } from "#domain/lecturers/expansions.ts";
import { listCoursesOfLecturer } from "#domain/lecturers/list-courses-of-lecturer.ts";
import * as lecturers from "#domain/lecturers/list-lecturers.ts";
import * as lecturerChanges from "#domain/lecturers/save-lecturer.ts";
import * as memberFields from "#domain/member-fields/operations.ts";
import * as memberNotes from "#domain/member-notes/operations.ts";
import { bulkMembers } from "#domain/members/bulk-members.ts";
import * as members from "#domain/members/list-members.ts";
import { listMemberActivity } from "#domain/members/member-activity.ts";
import * as memberStates from "#domain/members/member-states.ts";
import { addMember, setMemberRoles } from "#domain/members/operations.ts";
import * as memberChanges from "#domain/members/save-member.ts";
import { deleteMembershipPlan } from "#domain/membership-plans/delete-membership-plan.ts";
import { membershipPlanExpansions } from "#domain/membership-plans/expansions.ts";
import * as membershipPlans from "#domain/membership-plans/list-membership-plans.ts";
import { replaceMembershipBenefits } from "#domain/membership-plans/replace-benefits.ts";
import * as membershipPlanChanges from "#domain/membership-plans/save-membership-plan.ts";
import * as membershipPricings from "#domain/membership-pricings/operations.ts";
import { sendMemberNotification } from "#domain/notifications/announcement-operations.ts";
import * as pages from "#domain/pages/list-pages.ts";
import * as pageRevisions from "#domain/pages/page-revisions.ts";
import * as pageStates from "#domain/pages/page-states.ts";
import * as pageChanges from "#domain/pages/save-page.ts";
import * as postCategories from "#domain/post-categories/operations.ts";
import * as posts from "#domain/posts/list-posts.ts";
import { postExpansions } from "#domain/posts/expansions.ts";
import * as postStates from "#domain/posts/post-states.ts";
import * as postChanges from "#domain/posts/save-post.ts";
import * as productGrants from "#domain/digital-products/grant-operations.ts";
import { productExpansions } from "#domain/digital-products/expansions.ts";
import * as products from "#domain/digital-products/list-digital-products.ts";
import * as productFiles from "#domain/digital-products/product-files.ts";
import * as productStates from "#domain/digital-products/product-states.ts";
import * as productChanges from "#domain/digital-products/save-digital-product.ts";
import { listConsultingSlots } from "#domain/consulting-bookings/list-slots.ts";
import { bookingExpansions } from "#domain/consulting-bookings/expansions.ts";
import * as bookings from "#domain/consulting-bookings/operations.ts";
import * as consulting from "#domain/consulting/list-consulting.ts";
import { serviceExpansions } from "#domain/consulting/expansions.ts";
import * as consultingChanges from "#domain/consulting/save-consulting.ts";
import * as redirects from "#domain/redirects/operations.ts";
import * as school from "#domain/school/operations.ts";
import * as schoolSettings from "#domain/school/settings-operations.ts";
import { getSchoolUsage } from "#domain/school/usage.ts";
import * as homeSections from "#domain/appearance/home-sections.ts";
import * as appearance from "#domain/appearance/operations.ts";
import { bulkStudents } from "#domain/students/bulk-students.ts";
import * as students from "#domain/students/list-students.ts";
import * as studentChanges from "#domain/students/save-student.ts";
import {
  act,
  ask,
  bulk,
  change,
  create,
  read,
  remove,
  replace,
  replaceMany,
  type Route,
  receive,
  start,
  upload,
} from "./route.ts";

/** The operator API, whole: where each operation is reached (`/api/v1`). */
export const routes: readonly Route[] = [
  read("/courses", courses.listCourses, courseExpansions),
  read("/courses/:course", courses.getCourse, oneCourseExpansions),
  create("/courses", courseChanges.createCourse),
  change("/courses/:course", courseChanges.updateCourse),
  replace("/courses/by_external_id/:externalId", courseChanges.upsertCourse),
  remove("/courses/:course", courseStates.deleteCourse),
  act("/courses/:course/publish", courseStates.publishCourse),
  act("/courses/:course/unpublish", courseStates.unpublishCourse),
  act("/courses/:course/archive", courseStates.archiveCourse),
  act("/courses/:course/restore", courseStates.restoreCourse),
  bulk("/courses/bulk", bulkCourses),
  read("/courses/:course/plans", plans.listCoursePlans),
  create("/courses/:course/plans", plans.createCoursePlan),
  read("/course_plans/:id", plans.getCoursePlan),
  change("/course_plans/:id", plans.updateCoursePlan),
  remove("/course_plans/:id", plans.deleteCoursePlan),
  read("/course_categories", categories.listCourseCategories, courseCategoryExpansions),
  create("/course_categories", categories.createCourseCategory),
  change("/course_categories/:id", categories.updateCourseCategory),
  remove("/course_categories/:id", categories.deleteCourseCategory),
  read("/courses/:course/reviews", reviews.listCourseReviews, reviewExpansions),
  read("/reviews", reviews.listReviews, reviewExpansions),
  change("/reviews/:id", reviews.moderateReview),
  read("/tags", listTags),
  read("/courses/:course/curriculum", curriculum.getCurriculum),
  replaceMany("/courses/:course/curriculum", curriculum.replaceCurriculum),
  read("/courses/:course/sections", sections.listSections),
  create("/courses/:course/sections", sectionChanges.createSection),
  act("/courses/:course/sections/reorder", reorderSections),
  read("/sections/:id", sections.getSection),
  change("/sections/:id", sectionChanges.updateSection),
  remove("/sections/:id", deleteSection),
  read("/courses/:course/lectures", lectures.listLectures),
  create("/sections/:sectionId/lectures", lectureChanges.createLecture),
  read("/lectures/:id", lectures.getLecture, lectureExpansions),
  change("/lectures/:id", lectureChanges.updateLecture),
  remove("/lectures/:id", lectureChanges.deleteLecture),
  act("/lectures/:id/move", lectureChanges.moveLecture),
  bulk("/lectures/bulk", bulkLectures),
  read("/lectures/:lectureId/attachments", listAttachments),
  create("/lectures/:lectureId/attachments", attachmentChanges.createAttachment),
  change("/attachments/:id", attachmentChanges.updateAttachment),
  remove("/attachments/:id", attachmentChanges.deleteAttachment),
  read("/lectures/:id/quiz", quizzes.getQuiz),
  replace("/lectures/:id/quiz", quizzes.replaceQuiz),
  remove("/lectures/:id/quiz", quizzes.deleteQuiz),
  read("/lectures/:id/assignment", assignments.getAssignment),
  replace("/lectures/:id/assignment", assignments.replaceAssignment),
  remove("/lectures/:id/assignment", assignments.deleteAssignment),
  read("/students", students.listStudents),
  read("/students/:id", students.getStudent, personExpansions),
  create("/students", studentChanges.createStudent),
  change("/students/:id", studentChanges.updateStudent),
  bulk("/students/bulk", bulkStudents),
  read("/enrollments", enrollments.listEnrollments, enrollmentExpansions),
  read("/enrollments/:id", enrollments.getEnrollment, enrollmentExpansions),
  create("/enrollments", enrollStudent),
  bulk("/enrollments/bulk", bulkEnroll),
  change("/enrollments/:id", enrollmentChanges.updateEnrollmentOf),
  act("/enrollments/:id/extend", enrollmentChanges.extendEnrollment),
  act("/enrollments/:id/expire", enrollmentChanges.expireEnrollment),
  act("/enrollments/:id/revoke", enrollmentChanges.revokeEnrollment),
  act("/enrollments/:id/reactivate", enrollmentChanges.reactivateEnrollment),
  read("/groups", groups.listGroups),
  read("/groups/:id", groups.getGroup),
  create("/groups", groups.createGroup),
  change("/groups/:id", groups.updateGroup),
  remove("/groups/:id", groups.deleteGroup),
  read("/groups/:id/students", groupStudents.listGroupStudents),
  bulk("/groups/:id/students", groupStudents.addGroupStudents),
  remove("/groups/:id/students/:studentId", groupStudents.removeGroupStudent),
  read("/members", members.listMembers),
  read("/members/:id", members.getMember, personExpansions),
  create("/members", addMember),
  change("/members/:id", memberChanges.updateMember),
  replace("/members/by_external_id/:externalId", memberChanges.upsertMember),
  replace("/members/:id/roles", setMemberRoles),
  act("/members/:id/suspend", memberStates.suspendMember),
  act("/members/:id/unsuspend", memberStates.unsuspendMember),
  remove("/members/:id", memberStates.removeMember),
  act("/members/:id/revoke_sessions", memberStates.revokeMemberSessions),
  bulk("/members/bulk", bulkMembers),
  read("/members/:id/notes", memberNotes.listMemberNotes),
  create("/members/:id/notes", memberNotes.createMemberNote),
  remove("/members/:id/notes/:noteId", memberNotes.deleteMemberNote),
  read("/members/:id/activity", listMemberActivity),
  create("/members/:id/notifications", sendMemberNotification),
  read("/invitations", listInvitations),
  act("/invitations/:id/resend", invitationChanges.resendInvitation),
  remove("/invitations/:id", invitationChanges.revokeInvitation),
  read("/member_fields", memberFields.listMemberFields),
  create("/member_fields", memberFields.createMemberField),
  change("/member_fields/:id", memberFields.updateMemberField),
  remove("/member_fields/:id", memberFields.deleteMemberField),
  read("/school", school.getSchool),
  change("/school", school.updateSchool),
  read("/school/settings", schoolSettings.getSchoolSettings),
  change("/school/settings/:group", schoolSettings.updateSchoolSettings),
  read("/school/usage", getSchoolUsage),
  start("/imports", startImport),
  read("/jobs", jobs.listJobs),
  read("/jobs/:id", jobs.getJob),
  read("/jobs/:id/results", jobs.listJobResults),
  act("/jobs/:id/cancel", jobs.cancelJob),
  read("/appearance", appearance.getAppearance),
  change("/appearance", appearance.updateAppearance),
  read("/appearance/navigation", appearance.getNavigation),
  replace("/appearance/navigation", appearance.replaceNavigation),
  read("/appearance/home_sections", homeSections.getHomeSections),
  replace("/appearance/home_sections", homeSections.replaceHomeSections),
  read("/events", events.listEvents, eventExpansions),
  read("/events/:event", events.getEvent, eventExpansions),
  create("/events", eventChanges.createEvent),
  change("/events/:event", eventChanges.updateEvent),
  remove("/events/:event", eventStates.deleteEvent),
  replace("/events/by_external_id/:externalId", eventChanges.upsertEvent),
  act("/events/:event/publish", eventStates.publishEvent),
  act("/events/:event/cancel", eventStates.cancelEvent),
  read("/events/:event/tickets", tickets.listEventTickets),
  create("/events/:event/tickets", tickets.createEventTicket),
  change("/event_tickets/:id", tickets.updateEventTicket),
  remove("/event_tickets/:id", tickets.deleteEventTicket),
  read("/event_registrations", registrations.listEventRegistrations, registrationExpansions),
  read("/event_registrations/:id", registrations.getEventRegistration, registrationExpansions),
  create("/events/:event/registrations", registerForEvent),
  bulk("/events/:event/registrations/bulk", registerManyForEvent),
  act("/event_registrations/:id/check_in", registrationChanges.checkInRegistration),
  act("/event_registrations/:id/cancel", registrationChanges.cancelRegistration),
  act("/events/:event/check_in", registrationChanges.checkInByCode),
  read("/membership_plans", membershipPlans.listMembershipPlans, membershipPlanExpansions),
  read("/membership_plans/:plan", membershipPlans.getMembershipPlan, membershipPlanExpansions),
  create("/membership_plans", membershipPlanChanges.createMembershipPlan),
  change("/membership_plans/:plan", membershipPlanChanges.updateMembershipPlan),
  remove("/membership_plans/:plan", deleteMembershipPlan),
  create("/membership_plans/:plan/pricings", membershipPricings.createMembershipPricing),
  change("/membership_pricings/:id", membershipPricings.updateMembershipPricing),
  replace("/membership_plans/:plan/benefits", replaceMembershipBenefits),
  read("/coupons", coupons.listCoupons),
  read("/coupons/:coupon", coupons.getCoupon),
  create("/coupons", couponChanges.createCoupon),
  change("/coupons/:coupon", couponChanges.updateCoupon),
  remove("/coupons/:coupon", couponChanges.deleteCoupon),
  bulk("/coupons/bulk_generate", generateCoupons),
  read("/coupons/:coupon/redemptions", coupons.listCouponRedemptions),
  ask("/coupons/validate", validateCoupon),
  read("/posts", posts.listPosts, postExpansions),
  read("/posts/:post", posts.getPost, postExpansions),
  create("/posts", postChanges.createPost),
  change("/posts/:post", postChanges.updatePost),
  replace("/posts/by_external_id/:externalId", postChanges.upsertPost),
  remove("/posts/:post", postStates.deletePost),
  act("/posts/:post/publish", postStates.publishPost),
  act("/posts/:post/unpublish", postStates.unpublishPost),
  read("/post_categories", postCategories.listPostCategories),
  create("/post_categories", postCategories.createPostCategory),
  change("/post_categories/:id", postCategories.updatePostCategory),
  remove("/post_categories/:id", postCategories.deletePostCategory),
  read("/digital_products", products.listDigitalProducts, productExpansions),
  read("/digital_products/:product", products.getDigitalProduct, productExpansions),
  create("/digital_products", productChanges.createDigitalProduct),
  change("/digital_products/:product", productChanges.updateDigitalProduct),
  remove("/digital_products/:product", productStates.deleteDigitalProduct),
  act("/digital_products/:product/publish", productStates.publishDigitalProduct),
  create("/digital_products/:product/files", productFiles.addDigitalProductFile),
  remove("/digital_products/:product/files/:fileId", productFiles.removeDigitalProductFile),
  read("/digital_products/:product/grants", productGrants.listDigitalProductGrants),
  bulk("/digital_products/:product/grants", productGrants.grantDigitalProduct),
  remove("/digital_product_grants/:id", productGrants.revokeDigitalProductGrant),
  read("/consulting_services", consulting.listConsultingServices, serviceExpansions),
  read("/consulting_services/:service", consulting.getConsultingService, serviceExpansions),
  create("/consulting_services", consultingChanges.createConsultingService),
  change("/consulting_services/:service", consultingChanges.updateConsultingService),
  remove("/consulting_services/:service", consultingChanges.deleteConsultingService),
  replace("/consulting_services/:service/availability", consultingChanges.replaceAvailability),
  read("/consulting_services/:service/slots", listConsultingSlots),
  read("/consulting_bookings", bookings.listConsultingBookings, bookingExpansions),
  create("/consulting_services/:service/bookings", bookings.createConsultingBooking),
  act("/consulting_bookings/:id/reschedule", bookings.rescheduleConsultingBooking),
  act("/consulting_bookings/:id/cancel", bookings.cancelConsultingBooking),
  act("/consulting_bookings/:id/complete", bookings.completeConsultingBooking),
  read("/lecturers", lecturers.listLecturers, lecturerExpansions),
  read("/lecturers/:lecturer", lecturers.getLecturer, lecturerExpansions),
  read("/lecturers/:lecturer/courses", listCoursesOfLecturer),
  create("/lecturers", lecturerChanges.createLecturer),
  change("/lecturers/:lecturer", lecturerChanges.updateLecturer),
  replace("/lecturers/by_external_id/:externalId", lecturerChanges.upsertLecturer),
  remove("/lecturers/:lecturer", deleteLecturer),
  act("/lecturers/reorder", lecturerChanges.reorderLecturers),
  read("/forms", forms.listForms),
  read("/forms/:id", forms.getForm),
  read("/forms/:id/submissions", forms.listFormSubmissions),
  read("/form_submissions/:id", forms.getFormSubmission),
  read("/pages", pages.listPages),
  read("/pages/:page", pages.getPage),
  create("/pages", pageChanges.createPage),
  change("/pages/:page", pageChanges.updatePage),
  remove("/pages/:page", pageStates.deletePage),
  act("/pages/:page/publish", pageStates.publishPage),
  act("/pages/:page/unpublish", pageStates.unpublishPage),
  read("/pages/:page/revisions", pageRevisions.listPageRevisions),
  act("/pages/:page/revisions/:rev/restore", pageRevisions.restorePageRevision),
  read("/redirects", redirects.listRedirects),
  create("/redirects", redirects.createRedirect),
  remove("/redirects/:id", redirects.deleteRedirect),
  create("/uploads", uploads.startUpload),
  receive("/uploads/:id/parts/:n", receiveUploadPart),
  read("/uploads/:id", uploads.getUpload),
  act("/uploads/:id/complete", completeUpload),
  remove("/uploads/:id", uploads.cancelUpload),
  upload("/files", createFile),
  read("/files", files.listFiles),
  read("/files/:id", files.getFile),
  remove("/files/:id", deleteFile),
];
