import type { PersonalTable } from "../personal-table.ts";

/** A school's own content, with personal data only if the school puts it there. */
export const school: readonly PersonalTable[] = [
  {
    table: "sites",
    holds: "The sites of the installation",
    impersonal:
      "id origin host name description default_locale mode is_demo verified_sender settings metadata version created_at updated_at",
    erasure: { how: "keep", why: "School data." },
  },
  {
    table: "schools",
    holds: "School profile: contact and legal information",
    impersonal:
      "site_id support_email time_zone default_currency currencies legal social seo settings metadata version created_at updated_at slug",
    erasure: { how: "keep", why: "Public school data. If it names a person, the school changes it." },
  },
  {
    table: "appearances",
    holds: "Appearance of the school",
    impersonal:
      "site_id colors dark_mode fonts logo_file_id logo_dark_file_id favicon_file_id cover_file_id corner_radius density player_layout custom_css header_html footer_html navigation metadata version created_at updated_at home_sections home_section_html",
    erasure: { how: "keep", why: "School data." },
  },
  {
    table: "redirects",
    holds: "Redirects",
    impersonal: "site_id id from_path target status external_id metadata version created_at updated_at deleted_at",
    erasure: { how: "keep", why: "School data." },
  },
  {
    table: "courses",
    holds: "School content and offers",
    impersonal:
      "site_id id slug name subtitle description_markdown status visibility course_type language level tags position published_at external_id metadata version created_at updated_at deleted_at description_html cover_file_id promo_video_attachment_id outcomes requirements audience access drip completion certificate_template_id comments_enabled available_from available_until seo lecture_count duration_seconds enrollment_count rating_sum rating_count curriculum_version search_terms category_ids lecturer_ids",
    erasure: { how: "keep", why: "School data." },
  },
  {
    table: "sections",
    holds: "School content and offers",
    impersonal:
      "site_id id course_id title summary position status external_id metadata version created_at updated_at deleted_at drip",
    erasure: { how: "keep", why: "School data." },
  },
  {
    table: "lectures",
    holds: "School content and offers",
    impersonal:
      "site_id id course_id section_id title position kind status is_preview required body_markdown duration_seconds external_id metadata version created_at updated_at deleted_at body_html video completion_rule drip min_role search_terms",
    erasure: { how: "keep", why: "School data." },
  },
  {
    table: "course_lecturers",
    holds: "School content and offers",
    impersonal: "site_id course_id lecturer_id position",
    erasure: { how: "keep", why: "School data." },
  },
  {
    table: "course_categories",
    holds: "School content and offers",
    impersonal: "site_id id name slug parent_id position external_id metadata version created_at updated_at deleted_at",
    erasure: { how: "keep", why: "School data." },
  },
  {
    table: "course_category_entries",
    holds: "School content and offers",
    impersonal: "site_id course_id category_id",
    erasure: { how: "keep", why: "School data." },
  },
  {
    table: "course_plans",
    holds: "School content and offers",
    impersonal:
      "site_id id course_id name plan_type price_amount price_currency compare_at_amount installments access seats seats_taken sale_starts_at sale_ends_at active position external_id metadata version created_at updated_at deleted_at",
    erasure: { how: "keep", why: "School data." },
  },
  {
    table: "post_categories",
    holds: "School content and offers",
    impersonal: "site_id id name slug position external_id metadata version created_at updated_at deleted_at",
    erasure: { how: "keep", why: "School data." },
  },
  {
    table: "pages",
    holds: "School content and offers",
    impersonal:
      "site_id id title path page_type locale blocks block_html body_markdown body_html status published_at layout seo show_in_sitemap revision search_terms external_id metadata version created_at updated_at deleted_at",
    erasure: { how: "keep", why: "School data." },
  },
  {
    table: "forms",
    holds: "School content and offers",
    impersonal:
      "site_id id name slug status audience description_markdown description_html fields submission_count search_terms external_id metadata version created_at updated_at deleted_at",
    erasure: { how: "keep", why: "School data." },
  },
  {
    table: "attachments",
    holds: "School content and offers",
    impersonal:
      "site_id id lecture_id kind title file_id external_url text position downloadable external_id metadata version created_at updated_at deleted_at",
    erasure: { how: "keep", why: "School data." },
  },
  {
    table: "quizzes",
    holds: "School content and offers",
    impersonal:
      "site_id lecture_id quiz_version attempted pass_percent attempts_allowed time_limit_seconds shuffle show_answers questions metadata version created_at updated_at deleted_at",
    erasure: { how: "keep", why: "School data." },
  },
  {
    table: "quiz_versions",
    holds: "School content and offers",
    impersonal: "site_id lecture_id quiz_version content replaced_at",
    erasure: { how: "keep", why: "School data." },
  },
  {
    table: "assignments",
    holds: "School content and offers",
    impersonal:
      "site_id lecture_id instructions_markdown instructions_html max_score due_days submission_kinds rubric late_policy metadata version created_at updated_at deleted_at",
    erasure: { how: "keep", why: "School data." },
  },
  {
    table: "membership_plans",
    holds: "School content and offers",
    impersonal:
      "site_id id name slug description_markdown description_html status visible plan_type fixed_end_date length_days trial_days all_courses post_category_ids digital_product_ids event_discount_percent member_limit faq faq_html position subscriber_count search_terms external_id metadata version created_at updated_at deleted_at",
    erasure: { how: "keep", why: "School data." },
  },
  {
    table: "membership_plan_courses",
    holds: "School content and offers",
    impersonal: "site_id plan_id course_id",
    erasure: { how: "keep", why: "School data." },
  },
  {
    table: "membership_pricings",
    holds: "School content and offers",
    impersonal:
      "site_id id plan_id label price_amount price_currency interval interval_count active external_id metadata version created_at updated_at deleted_at",
    erasure: { how: "keep", why: "School data." },
  },
  {
    table: "coupon_products",
    holds: "School content and offers",
    impersonal: "site_id coupon_id product_type product_id position",
    erasure: { how: "keep", why: "School data." },
  },
  {
    table: "event_categories",
    holds: "School content and offers",
    impersonal: "site_id id name slug position external_id metadata version created_at updated_at deleted_at",
    erasure: { how: "keep", why: "School data." },
  },
  {
    table: "events",
    holds: "School content and offers",
    impersonal:
      "site_id id name slug summary description_markdown description_html status format starts_at ends_at time_zone location online_url category_id cover_file_id capacity registered_count waitlist_enabled registration_opens_at registration_closes_at reminders visibility tags published_at canceled_at cancel_reason search_terms external_id metadata version created_at updated_at deleted_at counted_ends_at",
    erasure: { how: "keep", why: "School data." },
  },
  {
    table: "event_lecturers",
    holds: "School content and offers",
    impersonal: "site_id event_id lecturer_id position",
    erasure: { how: "keep", why: "School data." },
  },
  {
    table: "event_tickets",
    holds: "School content and offers",
    impersonal:
      "site_id id event_id name price_amount price_currency capacity sold per_order_max sale_starts_at sale_ends_at visible position external_id metadata version created_at updated_at deleted_at",
    erasure: { how: "keep", why: "School data." },
  },
  {
    table: "digital_products",
    holds: "School content and offers",
    impersonal:
      "site_id id name slug description_markdown description_html status price_amount price_currency compare_at_amount access download_limit license cover_file_id tags sold_count published_at search_terms external_id metadata version created_at updated_at deleted_at",
    erasure: { how: "keep", why: "School data." },
  },
  {
    table: "digital_product_files",
    holds: "School content and offers",
    impersonal: "site_id product_id file_id position",
    erasure: { how: "keep", why: "School data." },
  },
  {
    table: "consulting_services",
    holds: "School content and offers",
    impersonal:
      "site_id id name slug description_markdown description_html status price_amount price_currency duration_minutes sessions_included format location availability intake_form_id cancellation_hours published_at search_terms external_id metadata version created_at updated_at deleted_at",
    erasure: { how: "keep", why: "School data." },
  },
  {
    table: "consulting_service_lecturers",
    holds: "School content and offers",
    impersonal: "site_id service_id lecturer_id position",
    erasure: { how: "keep", why: "School data." },
  },
  {
    table: "member_fields",
    holds: "School content and offers",
    impersonal:
      "site_id id handle label kind choices required visible_to_member position external_id metadata version created_at updated_at deleted_at",
    erasure: { how: "keep", why: "School data." },
  },
  {
    table: "groups",
    holds: "School content and offers",
    impersonal:
      "site_id id name starts_at ends_at student_count search_terms external_id metadata version created_at updated_at deleted_at",
    erasure: { how: "keep", why: "School data." },
  },
  {
    table: "group_courses",
    holds: "School content and offers",
    impersonal: "site_id group_id course_id",
    erasure: { how: "keep", why: "School data." },
  },
];
