import { personExpansions } from "#domain/learning/enrollments/expansions.ts";
import * as invitationChanges from "#domain/people/invitations/change-invitation.ts";
import { listInvitations } from "#domain/people/invitations/list-invitations.ts";
import * as memberFields from "#domain/people/member-fields/operations.ts";
import * as memberNotes from "#domain/people/member-notes/operations.ts";
import * as merges from "#domain/privacy/merges/manage-merges.ts";
import { mergeMember } from "#domain/privacy/merges/request-merge.ts";
import { bulkMembers } from "#domain/people/members/bulk/bulk-members.ts";
import { assignCourse } from "#domain/catalog/course-team/assign-course.ts";
import { giveMemberDownload, listMemberDownloads } from "#domain/offers/member-downloads/operations.ts";
import { sendPasswordEmail } from "#domain/people/password-emails/send-password-email.ts";
import * as members from "#domain/people/members/list-members.ts";
import { listMemberActivity } from "#domain/people/members/member-activity.ts";
import * as memberStates from "#domain/people/members/member-states.ts";
import { addMember, setMemberRoles } from "#domain/people/members/operations.ts";
import * as memberChanges from "#domain/people/members/save-member.ts";
import { liftSuppression, listSuppressedAddresses } from "#domain/messages/mail-reports/operations.ts";
import { sendMemberNotification } from "#domain/people/announcements/operations.ts";
import { eraseMember } from "#domain/privacy/erase-member.ts";
import { exportMemberData } from "#domain/privacy/export-member.ts";
import * as messages from "#domain/people/messages/operations.ts";
import { previewMessage, sendTestMessage } from "#domain/people/messages/try-message.ts";
import { act, ask, bulk, change, create, read, remove, replace, type Route, start } from "../route.ts";

/** Members, invitations and custom member fields. */
export const memberRoutes: readonly Route[] = [
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
  read("/members/:id/downloads", listMemberDownloads),
  create("/members/:id/downloads", giveMemberDownload),
  act("/members/:id/assign_course", assignCourse),
  act("/members/:id/send_password_email", sendPasswordEmail),
  start("/members/:id/export_data", exportMemberData),
  start("/members/:id/erase", eraseMember),
  act("/members/:id/merge", mergeMember),
  bulk("/members/bulk", bulkMembers),
  read("/members/:id/notes", memberNotes.listMemberNotes),
  create("/members/:id/notes", memberNotes.createMemberNote),
  remove("/members/:id/notes/:noteId", memberNotes.deleteMemberNote),
  read("/members/:id/activity", listMemberActivity),
  create("/members/:id/notifications", sendMemberNotification),
  read("/messages", messages.listMessages),
  read("/messages/:id", messages.getMessage),
  read("/messages/:id/recipients", messages.listMessageRecipients),
  create("/messages", messages.createMessage),
  ask("/messages/preview", previewMessage),
  act("/messages/test", sendTestMessage),
  act("/messages/:id/cancel", messages.cancelMessage),
  read("/invitations", listInvitations),
  act("/invitations/:id/resend", invitationChanges.resendInvitation),
  remove("/invitations/:id", invitationChanges.revokeInvitation),
  read("/member_merges", merges.listMemberMerges),
  read("/member_merges/:id", merges.getMemberMerge),
  act("/member_merges/:id/cancel", merges.cancelMemberMerge),
  read("/suppressed_addresses", listSuppressedAddresses),
  remove("/suppressed_addresses/:id", liftSuppression),
  read("/member_fields", memberFields.listMemberFields),
  read("/member_fields/:id", memberFields.getMemberField),
  create("/member_fields", memberFields.createMemberField),
  change("/member_fields/:id", memberFields.updateMemberField),
  remove("/member_fields/:id", memberFields.deleteMemberField),
];
