import * as notifications from "#domain/messages/notifications/operations.ts";
import * as subscriptions from "#domain/messages/notifications/subscription-operations.ts";
import * as courses from "#domain/sales/my-library/my-courses.ts";
import * as lectures from "#domain/sales/my-library/my-lectures.ts";
import { listOwnEvents } from "#domain/sales/my-library/my-events.ts";
import { listOwnProducts } from "#domain/sales/my-library/my-products.ts";
import { showOwnProfile } from "#domain/sales/my-library/my-profile.ts";
import { listOwnConsulting } from "#domain/sales/my-library/my-consulting.ts";
import { aboutFirst } from "../definition/first-item.ts";
import { readTool, sets, writeTool } from "../definition/make-tool.ts";
import type { Tool } from "../definition/tool.ts";

/** Tools for the signed-in member's own data. */
export const memberTools: readonly Tool[] = [
  readTool({
    name: "get_my_profile",
    title: "Get my profile",
    description:
      "The signed-in member: name, email address, and the sites on which they have a role. For enrollments, use list_my_courses; for scopes, use check_connection.",
    operation: showOwnProfile,
  }),
  readTool({
    name: "list_my_courses",
    title: "List my courses",
    description:
      "Courses the member is enrolled in, most recently used first, with progress, next lecture and end of access. For one course in full, use get_my_course.",
    operation: courses.listOwnCourses,
    next: aboutFirst("get_my_course", "Read it in full.", ({ slug }) => ({ course: slug })),
  }),
  readTool({
    name: "get_my_course",
    title: "Get one of my courses",
    description:
      "One course the member is enrolled in, by ID or slug: progress by section, next lecture, last position and certificate. For the course description, use get_course.",
    operation: courses.getOwnCourse,
  }),
  readTool({
    name: "list_my_completed_lectures",
    title: "List my completed lectures",
    description:
      "Lectures the member completed, newest first, with their courses and the time of completion, for example since last week with completed_after. Read one with get_my_lecture.",
    operation: lectures.listOwnCompletedLectures,
    next: aboutFirst("get_my_lecture", "Read its text.", ({ course_id, lecture_id }) => ({
      course: course_id,
      lecture_id,
    })),
  }),
  readTool({
    name: "get_my_lecture",
    title: "Read one of my lectures",
    description:
      "Text of a lecture of a course the member is enrolled in, with the time of completion. Fails for lectures that are not open yet. Find lectures with list_my_completed_lectures; for free previews, use get_preview_lecture.",
    operation: lectures.getOwnLecture,
  }),
  readTool({
    name: "list_my_digital_products",
    title: "List my digital products",
    description:
      "Digital products the member owns, with download links that expire after 10 minutes. For products on sale, use list_digital_products.",
    operation: listOwnProducts,
  }),
  readTool({
    name: "list_my_consulting_services",
    title: "List my consulting services",
    description:
      "Consulting services the member has bought, with remaining sessions and bookings. For services on sale, use list_consulting_services.",
    operation: listOwnConsulting,
  }),
  readTool({
    name: "list_my_events",
    title: "List my events",
    description:
      "Events the member registered for, upcoming first, with check-in codes. For upcoming public events, use list_events.",
    operation: listOwnEvents,
  }),
  readTool({
    name: "list_my_notifications",
    title: "List my notifications",
    description:
      "The member's notifications, newest first, with the unread count. Message text is under untrusted_text. To mark one as read, use mark_notification_read.",
    operation: notifications.showInbox,
  }),
  readTool({
    name: "list_my_notification_settings",
    title: "List my notification settings",
    description:
      "The member's notification settings, one row per topic and channel that the site offers. Change one with update_notification_setting.",
    operation: subscriptions.listNotificationSubscriptions,
  }),
  writeTool({
    name: "mark_notification_read",
    title: "Mark a notification as read",
    description:
      "Marks one notification of the member as read, by ID. No effect if it is already read. For all notifications, use mark_all_notifications_read.",
    operation: notifications.markNotificationRead,
    hints: sets,
  }),
  writeTool({
    name: "mark_all_notifications_read",
    title: "Mark all notifications as read",
    description:
      "Marks all of the member's notifications as read, up to the timestamp before (default: now). For one notification, use mark_notification_read.",
    operation: notifications.markAllNotificationsRead,
    hints: sets,
  }),
  writeTool({
    name: "update_notification_setting",
    title: "Turn a notification on or off",
    description:
      "Turns one topic on one channel on or off for the member. Security topics cannot be turned off. List the settings with list_my_notification_settings.",
    operation: subscriptions.updateNotificationSubscription,
    hints: sets,
  }),
];
