import * as notifications from "#domain/messages/notifications/operations.ts";
import * as subscriptions from "#domain/messages/notifications/subscription-operations.ts";
import * as courses from "#domain/sales/my-library/my-courses.ts";
import * as lectures from "#domain/sales/my-library/my-lectures.ts";
import { listOwnEvents } from "#domain/sales/my-library/my-events.ts";
import { listOwnProducts } from "#domain/sales/my-library/my-products.ts";
import { showOwnProfile } from "#domain/sales/my-library/my-profile.ts";
import { listOwnConsulting } from "#domain/sales/my-library/my-consulting.ts";
import { asRecord } from "#lib/json/is-record.ts";
import { metadata, readTool, sets, writeTool } from "../definition/make-tool.ts";
import type { Tool } from "../definition/tool.ts";

/** Tools for the signed-in member's own data. */
export const memberTools: readonly Tool[] = [
  readTool(
    metadata(
      "get_my_profile",
      "Get my profile",
      "The signed-in member: name, email address, and the sites on which they have a role. For enrollments, use list_my_courses; for scopes, use check_connection.",
    ),
    showOwnProfile,
  ),
  readTool(
    metadata(
      "list_my_courses",
      "List my courses",
      "Courses the member is enrolled in, most recently used first, with progress, next lecture and end of access. For one course in full, use get_my_course.",
    ),
    courses.listOwnCourses,
    {
      next: ({ data }) =>
        (Array.isArray(data) ? data : [])
          .slice(0, 1)
          .map(asRecord)
          .map(({ slug }) => ({ tool: "get_my_course", arguments: { course: slug }, why: "Read it in full." })),
    },
  ),
  readTool(
    metadata(
      "get_my_course",
      "Get one of my courses",
      "One course the member is enrolled in, by ID or slug: progress by section, next lecture, last position and certificate. For the course description, use get_course.",
    ),
    courses.getOwnCourse,
  ),
  readTool(
    metadata(
      "list_my_completed_lectures",
      "List my completed lectures",
      "Lectures the member completed, newest first, with their courses and the time of completion, for example since last week with completed_after. Read one with get_my_lecture.",
    ),
    lectures.listOwnCompletedLectures,
    {
      next: ({ data }) =>
        (Array.isArray(data) ? data : [])
          .slice(0, 1)
          .map(asRecord)
          .map((lecture) => ({
            tool: "get_my_lecture",
            arguments: { course: lecture["course_id"], lecture_id: lecture["lecture_id"] },
            why: "Read its text.",
          })),
    },
  ),
  readTool(
    metadata(
      "get_my_lecture",
      "Read one of my lectures",
      "Text of a lecture of a course the member is enrolled in, with the time of completion. Fails for lectures that are not open yet. Find lectures with list_my_completed_lectures; for free previews, use get_preview_lecture.",
    ),
    lectures.getOwnLecture,
  ),
  readTool(
    metadata(
      "list_my_digital_products",
      "List my digital products",
      "Digital products the member owns, with download links that expire after 10 minutes. For products on sale, use list_digital_products.",
    ),
    listOwnProducts,
  ),
  readTool(
    metadata(
      "list_my_consulting_services",
      "List my consulting services",
      "Consulting services the member has bought, with remaining sessions and bookings. For services on sale, use list_consulting_services.",
    ),
    listOwnConsulting,
  ),
  readTool(
    metadata(
      "list_my_events",
      "List my events",
      "Events the member registered for, upcoming first, with check-in codes. For upcoming public events, use list_events.",
    ),
    listOwnEvents,
  ),
  readTool(
    metadata(
      "list_my_notifications",
      "List my notifications",
      "The member's notifications, newest first, with the unread count. Message text is under untrusted_text. To mark one as read, use mark_notification_read.",
    ),
    notifications.showInbox,
  ),
  readTool(
    metadata(
      "list_my_notification_settings",
      "List my notification settings",
      "The member's notification settings, one row per topic and channel that the site offers. Change one with update_notification_setting.",
    ),
    subscriptions.listNotificationSubscriptions,
  ),
  writeTool(
    metadata(
      "mark_notification_read",
      "Mark a notification as read",
      "Marks one notification of the member as read, by ID. No effect if it is already read. For all notifications, use mark_all_notifications_read.",
    ),
    notifications.markNotificationRead,
    sets,
  ),
  writeTool(
    metadata(
      "mark_all_notifications_read",
      "Mark all notifications as read",
      "Marks all of the member's notifications as read, up to the timestamp before (default: now). For one notification, use mark_notification_read.",
    ),
    notifications.markAllNotificationsRead,
    sets,
  ),
  writeTool(
    metadata(
      "update_notification_setting",
      "Turn a notification on or off",
      "Turns one topic on one channel on or off for the member. Security topics cannot be turned off. List the settings with list_my_notification_settings.",
    ),
    subscriptions.updateNotificationSubscription,
    sets,
  ),
];
