-- Written by `npm run contracts`, from the migrations. Creates the schema of an empty database.

create table account_sites (
  account_id uuid not null,
  site_id uuid not null,
  member_id uuid not null,
  constraint account_sites_pkey PRIMARY KEY (account_id, site_id)
);
create index account_sites_of_member ON account_sites (site_id, member_id);

create table accounts (
  id uuid not null,
  email text not null,
  email_key text not null,
  email_verified_at timestamp with time zone,
  password_hash text,
  locale text,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  password_site_id uuid,
  password_set_at timestamp with time zone,
  constraint accounts_pkey PRIMARY KEY (id),
  constraint accounts_email_key_key UNIQUE (email_key)
);
create index accounts_with_unicode_domain ON accounts (id) WHERE email_key ~ '[^[:ascii:]][^@]*$'::text;

create table active_learners (
  site_id uuid not null,
  dimension text not null,
  grain text not null,
  bucket timestamp with time zone not null,
  key text not null,
  page integer not null,
  bits bit(1024) not null,
  constraint active_learners_pkey PRIMARY KEY (site_id, dimension, grain, bucket, key, page),
  constraint active_learners_grain_check CHECK (grain = ANY (ARRAY['quarter'::text, 'day'::text]))
);
create index active_learners_of_key ON active_learners (site_id, dimension, key, grain, bucket) WHERE dimension <> ''::text;

create table api_calls (
  site_id uuid not null,
  day date not null,
  calls bigint not null,
  constraint api_calls_pkey PRIMARY KEY (site_id, day)
);

create table api_keys (
  site_id uuid not null,
  id uuid not null,
  member_id uuid not null,
  name text not null,
  ending text not null,
  scopes text[] not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  revoked_at timestamp with time zone,
  last_used_at timestamp with time zone,
  last_used_address text,
  constraint api_keys_pkey PRIMARY KEY (site_id, id)
);
create index api_keys_by_expiry ON api_keys (expires_at);
create index api_keys_listed ON api_keys (site_id, created_at, id);
create index api_keys_of_member ON api_keys (site_id, member_id);

create table appearances (
  site_id uuid not null,
  colors jsonb default '{}'::jsonb not null,
  dark_mode text default 'auto'::text not null,
  fonts jsonb default '{}'::jsonb not null,
  logo_file_id uuid,
  logo_dark_file_id uuid,
  favicon_file_id uuid,
  cover_file_id uuid,
  corner_radius text default 'medium'::text not null,
  density text default 'comfortable'::text not null,
  player_layout text default 'classic'::text not null,
  custom_css text default ''::text not null,
  header_html text default ''::text not null,
  footer_html text default ''::text not null,
  navigation jsonb default '[]'::jsonb not null,
  metadata jsonb default '{}'::jsonb not null,
  version integer default 1 not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  home_sections jsonb,
  home_section_html text[],
  constraint appearances_pkey PRIMARY KEY (site_id),
  constraint appearances_corner_radius_check CHECK (corner_radius = ANY (ARRAY['none'::text, 'small'::text, 'medium'::text, 'large'::text])),
  constraint appearances_dark_mode_check CHECK (dark_mode = ANY (ARRAY['off'::text, 'auto'::text, 'on'::text])),
  constraint appearances_density_check CHECK (density = ANY (ARRAY['compact'::text, 'comfortable'::text, 'spacious'::text])),
  constraint appearances_player_layout_check CHECK (player_layout = ANY (ARRAY['classic'::text, 'theater'::text]))
);
create index appearances_with_files ON appearances USING gin ((ARRAY[logo_file_id, logo_dark_file_id, favicon_file_id, cover_file_id]));
create index appearances_without_html ON appearances (site_id) WHERE home_section_html IS NULL AND home_sections IS NOT NULL;

create table assignments (
  site_id uuid not null,
  lecture_id uuid not null,
  instructions_markdown text not null,
  instructions_html text not null,
  max_score integer not null,
  due_days integer,
  submission_kinds text[] not null,
  rubric jsonb not null,
  late_policy jsonb not null,
  metadata jsonb default '{}'::jsonb not null,
  version integer default 1 not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  deleted_at timestamp with time zone,
  due_at timestamp with time zone,
  constraint assignments_pkey PRIMARY KEY (site_id, lecture_id),
  constraint assignments_max_score_check CHECK (max_score > 0)
);
alter table assignments
  alter column instructions_markdown set storage external,
  alter column instructions_html set storage external;

create table attachments (
  site_id uuid not null,
  id uuid not null,
  lecture_id uuid not null,
  kind text not null,
  title text not null,
  file_id uuid,
  external_url text,
  text text,
  "position" integer not null,
  downloadable boolean default true not null,
  external_id text,
  metadata jsonb default '{}'::jsonb not null,
  version integer default 1 not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  deleted_at timestamp with time zone,
  constraint attachments_pkey PRIMARY KEY (site_id, id),
  constraint attachments_site_id_external_id_key UNIQUE (site_id, external_id),
  constraint attachments_check CHECK (num_nonnulls(file_id, external_url, text) = 1),
  constraint attachments_kind_check CHECK (kind = ANY (ARRAY['video'::text, 'audio'::text, 'pdf'::text, 'file'::text, 'image'::text, 'embed'::text, 'link'::text, 'text'::text]))
);
alter table attachments
  alter column text set storage external;
create index attachments_by_creation ON attachments (site_id, lecture_id, created_at, id);
create index attachments_by_update ON attachments (site_id, lecture_id, updated_at, id);
create index attachments_of_lecture ON attachments (site_id, lecture_id, "position", id);
create index attachments_with_file ON attachments (site_id, file_id) WHERE file_id IS NOT NULL;

create table audit_entries (
  site_id uuid not null,
  id uuid not null,
  action text not null,
  actor_kind text not null,
  member_id uuid,
  client_id uuid,
  resource_type text,
  resource_id text,
  details jsonb default '{}'::jsonb not null,
  address text,
  request_id text,
  created_at timestamp with time zone not null,
  constraint audit_entries_pkey PRIMARY KEY (site_id, id)
);
create index audit_entries_by_time ON audit_entries (site_id, created_at DESC, id DESC);
create index audit_entries_of_action ON audit_entries (site_id, action, created_at DESC, id DESC);
create index audit_entries_of_client ON audit_entries (site_id, client_id, created_at DESC, id DESC) WHERE client_id IS NOT NULL;
create index audit_entries_of_member ON audit_entries (site_id, member_id, created_at DESC, id DESC) WHERE member_id IS NOT NULL;
create index audit_entries_of_resource ON audit_entries (site_id, resource_id, created_at DESC, id DESC) WHERE resource_id IS NOT NULL;
create index audit_entries_of_tool ON audit_entries (site_id, (details ->> 'tool'::text), created_at DESC, id DESC) WHERE (details ->> 'tool'::text) IS NOT NULL;
create index audit_entries_of_tools ON audit_entries (site_id, created_at DESC, id DESC) WHERE (details ->> 'tool'::text) IS NOT NULL;
create index audit_entries_of_type ON audit_entries (site_id, resource_type, created_at DESC, id DESC) WHERE resource_type IS NOT NULL;

create table authenticator_apps (
  site_id uuid not null,
  member_id uuid not null,
  secret bytea not null,
  last_step bigint not null,
  created_at timestamp with time zone not null,
  last_used_at timestamp with time zone not null,
  constraint authenticator_apps_pkey PRIMARY KEY (site_id, member_id)
);

create table authorization_codes (
  site_id uuid not null,
  digest bytea not null,
  grant_id uuid not null,
  family_id uuid not null,
  client_id uuid not null,
  redirect_uri text not null,
  redirect_uri_named boolean not null,
  scopes text[] not null,
  code_challenge text not null,
  resource_named boolean not null,
  nonce text,
  auth_time timestamp with time zone,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  spent_at timestamp with time zone,
  amr text[],
  authenticated_at timestamp with time zone,
  session_id uuid,
  constraint authorization_codes_pkey PRIMARY KEY (site_id, digest)
) with (fillfactor=80);
create index authorization_codes_by_expiry ON authorization_codes (expires_at);

create table authorizations (
  site_id uuid not null,
  id uuid not null,
  browser_digest bytea not null,
  client_id uuid not null,
  request jsonb not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  answered_at timestamp with time zone,
  outcome text,
  constraint authorizations_pkey PRIMARY KEY (site_id, id),
  constraint authorizations_outcome_check CHECK (outcome = ANY (ARRAY['approved'::text, 'denied'::text, 'answered'::text]))
);
create index authorizations_by_expiry ON authorizations (expires_at);

create table begun_downloads (
  site_id uuid not null,
  digest bytea not null,
  expires_at timestamp with time zone not null,
  constraint begun_downloads_pkey PRIMARY KEY (site_id, digest)
);
create index begun_downloads_by_expiry ON begun_downloads (expires_at);

create table billing_agreements (
  site_id uuid not null,
  id uuid not null,
  member_id uuid not null,
  product_type text not null,
  product_id uuid not null,
  name text not null,
  subscription_id uuid,
  enrollment_id uuid,
  provider text not null,
  provider_reference text,
  provider_customer text,
  status text not null,
  currency text not null,
  amount bigint not null,
  discount bigint default 0 not null,
  discounted integer,
  "interval" text not null,
  interval_count integer not null,
  payments integer,
  payments_made integer default 0 not null,
  period_start timestamp with time zone not null,
  period_end timestamp with time zone not null,
  period_anchor timestamp with time zone not null,
  cancel_at_period_end boolean default false not null,
  canceled_at timestamp with time zone,
  grace_ends_at timestamp with time zone,
  reminded_at timestamp with time zone,
  renewal_order_id uuid,
  due_at timestamp with time zone,
  unsent boolean default false not null,
  mirrored_at timestamp with time zone,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint billing_agreements_pkey PRIMARY KEY (site_id, id),
  constraint billing_agreements_amount_check CHECK (amount >= 0),
  constraint billing_agreements_discount_check CHECK (discount >= 0),
  constraint billing_agreements_interval_check CHECK ("interval" = ANY (ARRAY['day'::text, 'week'::text, 'month'::text, 'year'::text])),
  constraint billing_agreements_interval_count_check CHECK (interval_count > 0),
  constraint billing_agreements_product_type_check CHECK (product_type = ANY (ARRAY['membership_pricing'::text, 'course_plan'::text])),
  constraint billing_agreements_status_check CHECK (status = ANY (ARRAY['trialing'::text, 'active'::text, 'past_due'::text, 'paused'::text, 'canceled'::text, 'completed'::text]))
);
create index billing_agreements_due ON billing_agreements (due_at, id) WHERE due_at IS NOT NULL;
create index billing_agreements_of_enrollment ON billing_agreements (site_id, enrollment_id) WHERE enrollment_id IS NOT NULL;
create index billing_agreements_of_member ON billing_agreements (site_id, member_id, created_at, id);
create unique index billing_agreements_of_reference ON billing_agreements (site_id, provider, provider_reference) WHERE provider_reference IS NOT NULL;
create index billing_agreements_of_subscription ON billing_agreements (site_id, subscription_id) WHERE subscription_id IS NOT NULL;
create index unsent_billing_agreements ON billing_agreements (site_id, updated_at, id) WHERE unsent;

create table calendar_feeds (
  site_id uuid not null,
  id uuid not null,
  member_id uuid not null,
  created_at timestamp with time zone not null,
  constraint calendar_feeds_pkey PRIMARY KEY (site_id, id),
  constraint calendar_feeds_site_id_member_id_key UNIQUE (site_id, member_id)
);

create table certificates (
  site_id uuid not null,
  id uuid not null,
  serial text not null,
  enrollment_id uuid not null,
  student_id uuid not null,
  course_id uuid not null,
  student_name text,
  course_name text not null,
  status text default 'valid'::text not null,
  issued_at timestamp with time zone not null,
  revoked_at timestamp with time zone,
  revoke_reason text,
  external_id text,
  metadata jsonb default '{}'::jsonb not null,
  version integer default 1 not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  deleted_at timestamp with time zone,
  counted_issued_at timestamp with time zone,
  expires_at timestamp with time zone,
  status_index bigint,
  constraint certificates_pkey PRIMARY KEY (site_id, id),
  constraint certificates_site_id_external_id_key UNIQUE (site_id, external_id),
  constraint certificates_site_id_serial_key UNIQUE (site_id, serial),
  constraint certificates_status_check CHECK (status = ANY (ARRAY['valid'::text, 'revoked'::text]))
);
create index certificates_by_creation ON certificates (site_id, created_at, id);
create index certificates_by_issue ON certificates (site_id, issued_at, id);
create index certificates_by_status_index ON certificates (site_id, status_index) WHERE status_index IS NOT NULL;
create index certificates_by_update ON certificates (site_id, updated_at, id);
create index certificates_of_course ON certificates (site_id, course_id, created_at, id);
create index certificates_of_enrollment ON certificates (site_id, enrollment_id, issued_at);
create index certificates_of_student ON certificates (site_id, student_id, created_at, id);
create index certificates_uncounted ON certificates (site_id, id) WHERE counted_issued_at IS DISTINCT FROM
CASE
    WHEN deleted_at IS NULL THEN issued_at
    ELSE NULL::timestamp with time zone
END;
create unique index certificates_valid ON certificates (site_id, enrollment_id) WHERE status = 'valid'::text;

create table checkout_reservations (
  site_id uuid not null,
  id uuid not null,
  order_id uuid not null,
  product_id uuid not null,
  container_id uuid,
  coupon_id uuid,
  member_id uuid not null,
  quantity integer not null,
  expires_at timestamp with time zone not null,
  lecturer_id uuid,
  starts_at timestamp with time zone,
  ends_at timestamp with time zone,
  held_until timestamp with time zone,
  constraint checkout_reservations_pkey PRIMARY KEY (site_id, id),
  constraint checkout_reservations_quantity_check CHECK (quantity > 0)
);
create index checkout_reservations_of_container ON checkout_reservations (site_id, container_id, expires_at) WHERE container_id IS NOT NULL;
create index checkout_reservations_of_coupon ON checkout_reservations (site_id, coupon_id, expires_at) WHERE coupon_id IS NOT NULL;
create index checkout_reservations_of_lecturer ON checkout_reservations (site_id, lecturer_id, starts_at) WHERE lecturer_id IS NOT NULL;
create index checkout_reservations_of_member ON checkout_reservations (site_id, member_id);
create index checkout_reservations_of_order ON checkout_reservations (site_id, order_id);
create index checkout_reservations_of_product ON checkout_reservations (site_id, product_id, expires_at);

create table client_logos (
  site_id uuid not null,
  client_id uuid not null,
  media_type text not null,
  bytes bytea not null,
  digest bytea not null,
  created_at timestamp with time zone not null,
  constraint client_logos_pkey PRIMARY KEY (site_id, client_id),
  constraint client_logos_bytes_check CHECK (octet_length(bytes) <= 262144),
  constraint client_logos_media_type_check CHECK (media_type = ANY (ARRAY['image/png'::text, 'image/jpeg'::text, 'image/webp'::text]))
);
alter table client_logos
  alter column bytes set storage external;

create table clients (
  site_id uuid not null,
  id uuid not null,
  name text not null,
  origin text not null,
  audience text not null,
  token_endpoint_auth_method text not null,
  application_type text,
  redirect_uris text[] not null,
  scopes text[],
  secret_digest bytea,
  previous_secret_digest bytea,
  previous_secret_expires_at timestamp with time zone,
  first_authorized_at timestamp with time zone,
  metadata jsonb default '{}'::jsonb not null,
  version integer default 1 not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  deleted_at timestamp with time zone,
  external_id text,
  description text default ''::text not null,
  blocked_at timestamp with time zone,
  metadata_url text,
  document_fetched_at timestamp with time zone,
  document_expires_at timestamp with time zone,
  review text,
  reviewed_redirects_digest bytea,
  reviewed_at timestamp with time zone,
  reviewed_by uuid,
  agent_since timestamp with time zone,
  post_logout_redirect_uris text[] default '{}'::text[] not null,
  introspects_all_tokens boolean default false not null,
  constraint clients_pkey PRIMARY KEY (site_id, id),
  constraint clients_site_id_external_id_key UNIQUE (site_id, external_id),
  constraint clients_site_id_metadata_url_key UNIQUE (site_id, metadata_url),
  constraint clients_audience_check CHECK (audience = ANY (ARRAY['operator'::text, 'member'::text])),
  constraint clients_check CHECK ((token_endpoint_auth_method = 'none'::text) = (secret_digest IS NULL)),
  constraint clients_check1 CHECK ((origin = 'metadata_document'::text) = (metadata_url IS NOT NULL)),
  constraint clients_check2 CHECK ((review IS NULL) = (reviewed_redirects_digest IS NULL)),
  constraint clients_check3 CHECK (NOT introspects_all_tokens OR token_endpoint_auth_method <> 'none'::text),
  constraint clients_origin_check CHECK (origin = ANY (ARRAY['registered'::text, 'operator'::text, 'integration'::text, 'metadata_document'::text, 'explorer'::text, 'api_key'::text])),
  constraint clients_review_check CHECK (review = ANY (ARRAY['approved'::text, 'limited'::text, 'member'::text])),
  constraint clients_token_endpoint_auth_method_check CHECK (token_endpoint_auth_method = ANY (ARRAY['none'::text, 'client_secret_post'::text]))
);
create index clients_by_origin ON clients (site_id, origin, id) WHERE deleted_at IS NULL;
create index clients_never_authorized ON clients (created_at) WHERE (origin = ANY (ARRAY['registered'::text, 'metadata_document'::text])) AND first_authorized_at IS NULL AND reviewed_at IS NULL AND blocked_at IS NULL;
create index metadata_clients_by_state ON clients (site_id, (
CASE
    WHEN blocked_at IS NOT NULL THEN 'blocked'::text
    WHEN review IS NULL THEN 'unreviewed'::text
    ELSE 'reviewed'::text
END), created_at DESC, id DESC) WHERE origin = 'metadata_document'::text AND deleted_at IS NULL;
create index metadata_clients_by_time ON clients (site_id, created_at DESC, id DESC) WHERE origin = 'metadata_document'::text AND deleted_at IS NULL;

create table comment_likes (
  site_id uuid not null,
  comment_id uuid not null,
  member_id uuid not null,
  created_at timestamp with time zone not null,
  constraint comment_likes_pkey PRIMARY KEY (site_id, comment_id, member_id)
);
create index comment_likes_of_member ON comment_likes (site_id, member_id, comment_id);

create table comments (
  site_id uuid not null,
  id uuid not null,
  commentable_type text not null,
  commentable_id uuid not null,
  course_id uuid,
  parent_id uuid,
  thread_id uuid not null,
  depth integer default 0 not null,
  author_id uuid not null,
  author_role text not null,
  body text not null,
  status text default 'visible'::text not null,
  reply_count integer default 0 not null,
  like_count integer default 0 not null,
  answered boolean default false not null,
  edited_at timestamp with time zone,
  search_terms text[] default '{}'::text[] not null,
  external_id text,
  metadata jsonb default '{}'::jsonb not null,
  version integer default 1 not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  deleted_at timestamp with time zone,
  counted_at timestamp with time zone,
  body_html text,
  html_version integer,
  active_at timestamp with time zone,
  constraint comments_pkey PRIMARY KEY (site_id, id),
  constraint comments_site_id_external_id_key UNIQUE (site_id, external_id),
  constraint comments_author_role_check CHECK (author_role = ANY (ARRAY['owner'::text, 'manager'::text, 'lecturer'::text, 'teaching_assistant'::text, 'student'::text])),
  constraint comments_commentable_type_check CHECK (commentable_type = ANY (ARRAY['course'::text, 'lecture'::text, 'post'::text, 'submission'::text])),
  constraint comments_status_check CHECK (status = ANY (ARRAY['visible'::text, 'hidden'::text, 'pending'::text]))
);
create index comments_beginning ON comments (site_id, created_at, id) WHERE parent_id IS NULL;
create index comments_by_activity ON comments (site_id, course_id, COALESCE(active_at, created_at), id) WHERE parent_id IS NULL AND commentable_type = 'lecture'::text;
create index comments_by_creation ON comments (site_id, created_at, id);
create index comments_by_search ON comments USING gin (search_terms);
create index comments_by_status ON comments (site_id, status, created_at, id);
create index comments_by_update ON comments (site_id, updated_at, id);
create index comments_of_author ON comments (site_id, author_id, created_at, id);
create index comments_of_course ON comments (site_id, course_id, created_at, id) WHERE course_id IS NOT NULL;
create index comments_of_parent ON comments (site_id, parent_id, created_at, id) WHERE parent_id IS NOT NULL;
create index comments_of_thread ON comments (site_id, thread_id, created_at, id);
create index comments_on ON comments (site_id, commentable_id, created_at, id);
create index comments_unanswered ON comments (site_id, created_at, id) WHERE parent_id IS NULL AND author_role = 'student'::text AND NOT answered;
create index comments_unanswered_by_activity ON comments (site_id, course_id, COALESCE(active_at, created_at), id) WHERE parent_id IS NULL AND commentable_type = 'lecture'::text AND author_role = 'student'::text AND NOT answered;
create index comments_uncounted ON comments (site_id, id) WHERE counted_at IS DISTINCT FROM
CASE
    WHEN deleted_at IS NULL AND status = 'visible'::text THEN created_at
    ELSE NULL::timestamp with time zone
END;

create table consents (
  site_id uuid not null,
  id uuid not null,
  grant_id uuid not null,
  redirect_uri text not null,
  scopes text[] not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint consents_pkey PRIMARY KEY (site_id, id),
  constraint consents_site_id_grant_id_redirect_uri_key UNIQUE (site_id, grant_id, redirect_uri)
);

create table consulting_bookings (
  site_id uuid not null,
  id uuid not null,
  service_id uuid not null,
  member_id uuid not null,
  lecturer_id uuid not null,
  grant_id uuid,
  starts_at timestamp with time zone not null,
  ends_at timestamp with time zone not null,
  status text default 'confirmed'::text not null,
  meeting_url text,
  answers jsonb default '{}'::jsonb not null,
  external_id text,
  metadata jsonb default '{}'::jsonb not null,
  version integer default 1 not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  deleted_at timestamp with time zone,
  constraint consulting_bookings_pkey PRIMARY KEY (site_id, id),
  constraint consulting_bookings_site_id_external_id_key UNIQUE (site_id, external_id),
  constraint consulting_bookings_check CHECK (ends_at > starts_at),
  constraint consulting_bookings_status_check CHECK (status = ANY (ARRAY['pending'::text, 'confirmed'::text, 'completed'::text, 'canceled'::text, 'no_show'::text]))
);
create index consulting_bookings_by_creation ON consulting_bookings (site_id, created_at, id);
create index consulting_bookings_by_start ON consulting_bookings (site_id, starts_at, id);
create index consulting_bookings_by_update ON consulting_bookings (site_id, updated_at, id);
create index consulting_bookings_listed_by_lecturer ON consulting_bookings (site_id, lecturer_id, created_at, id) WHERE deleted_at IS NULL;
create index consulting_bookings_listed_by_member ON consulting_bookings (site_id, member_id, created_at, id) WHERE deleted_at IS NULL;
create index consulting_bookings_listed_by_service ON consulting_bookings (site_id, service_id, created_at, id) WHERE deleted_at IS NULL;
create index consulting_bookings_listed_by_status ON consulting_bookings (site_id, status, created_at, id) WHERE deleted_at IS NULL;
create index consulting_bookings_of_lecturer ON consulting_bookings (site_id, lecturer_id, starts_at, id);
create index consulting_bookings_of_member ON consulting_bookings (site_id, member_id, starts_at, id);
create index consulting_bookings_of_service ON consulting_bookings (site_id, service_id, starts_at, id);

create table consulting_grants (
  site_id uuid not null,
  id uuid not null,
  service_id uuid not null,
  member_id uuid not null,
  source text not null,
  source_id uuid,
  sessions_total integer not null,
  sessions_used integer default 0 not null,
  granted_at timestamp with time zone not null,
  expires_at timestamp with time zone,
  external_id text,
  metadata jsonb default '{}'::jsonb not null,
  version integer default 1 not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  deleted_at timestamp with time zone,
  constraint consulting_grants_pkey PRIMARY KEY (site_id, id),
  constraint consulting_grants_site_id_external_id_key UNIQUE (site_id, external_id),
  constraint consulting_grants_check CHECK (sessions_used <= sessions_total),
  constraint consulting_grants_sessions_total_check CHECK (sessions_total > 0),
  constraint consulting_grants_sessions_used_check CHECK (sessions_used >= 0),
  constraint consulting_grants_source_check CHECK (source = ANY (ARRAY['purchase'::text, 'manual'::text, 'membership'::text, 'import'::text]))
);
create index consulting_grants_of_member ON consulting_grants (site_id, member_id, granted_at, id);
create index consulting_grants_of_service ON consulting_grants (site_id, service_id, created_at, id);

create table consulting_service_lecturers (
  site_id uuid not null,
  service_id uuid not null,
  lecturer_id uuid not null,
  "position" integer not null,
  constraint consulting_service_lecturers_pkey PRIMARY KEY (site_id, service_id, lecturer_id)
);
create index consulting_service_lecturers_in_order ON consulting_service_lecturers (site_id, service_id, "position", lecturer_id);
create index consulting_services_of_lecturer ON consulting_service_lecturers (site_id, lecturer_id, service_id);

create table consulting_services (
  site_id uuid not null,
  id uuid not null,
  name text not null,
  slug text not null,
  description_markdown text default ''::text not null,
  description_html text default ''::text not null,
  status text default 'draft'::text not null,
  price_amount bigint,
  price_currency text,
  duration_minutes integer not null,
  sessions_included integer default 1 not null,
  format text default 'online'::text not null,
  location text,
  availability jsonb default '{}'::jsonb not null,
  intake_form_id uuid,
  cancellation_hours integer default 24 not null,
  published_at timestamp with time zone,
  search_terms text[] default '{}'::text[] not null,
  external_id text,
  metadata jsonb default '{}'::jsonb not null,
  version integer default 1 not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  deleted_at timestamp with time zone,
  constraint consulting_services_pkey PRIMARY KEY (site_id, id),
  constraint consulting_services_site_id_external_id_key UNIQUE (site_id, external_id),
  constraint consulting_services_check CHECK ((price_amount IS NULL) = (price_currency IS NULL)),
  constraint consulting_services_duration_minutes_check CHECK (duration_minutes > 0),
  constraint consulting_services_format_check CHECK (format = ANY (ARRAY['online'::text, 'in_person'::text, 'phone'::text])),
  constraint consulting_services_status_check CHECK (status = ANY (ARRAY['draft'::text, 'published'::text, 'archived'::text]))
);
create index consulting_services_by_creation ON consulting_services (site_id, created_at, id);
create index consulting_services_by_name ON consulting_services (site_id, name, id);
create index consulting_services_by_search ON consulting_services USING gin (search_terms);
create index consulting_services_by_status ON consulting_services (site_id, status, created_at, id) WHERE deleted_at IS NULL;
create index consulting_services_by_update ON consulting_services (site_id, updated_at, id);
create unique index consulting_services_slug ON consulting_services (site_id, slug) WHERE deleted_at IS NULL;

create table coupon_products (
  site_id uuid not null,
  coupon_id uuid not null,
  product_type text not null,
  product_id uuid not null,
  "position" integer not null,
  constraint coupon_products_pkey PRIMARY KEY (site_id, coupon_id, product_id)
);
create index coupons_of_product ON coupon_products (site_id, product_id, coupon_id);

create table coupon_redemptions (
  site_id uuid not null,
  id uuid not null,
  coupon_id uuid not null,
  member_id uuid not null,
  order_id uuid,
  amount bigint not null,
  currency text not null,
  created_at timestamp with time zone not null,
  constraint coupon_redemptions_pkey PRIMARY KEY (site_id, id)
);
create index coupon_redemptions_of_member ON coupon_redemptions (site_id, member_id);
create unique index coupon_redemptions_of_order ON coupon_redemptions (site_id, order_id, coupon_id) WHERE order_id IS NOT NULL;
create index redemptions_of_coupon ON coupon_redemptions (site_id, coupon_id, created_at, id);
create index redemptions_of_member ON coupon_redemptions (site_id, coupon_id, member_id);

create table coupons (
  site_id uuid not null,
  id uuid not null,
  code text not null,
  name text,
  discount_kind text not null,
  discount_percent integer,
  discount_amount bigint,
  discount_currency text,
  applies_to text default 'all'::text not null,
  product_types text[] default '{}'::text[] not null,
  min_total_amount bigint,
  min_total_currency text,
  max_redemptions integer,
  max_per_member integer default 1 not null,
  first_purchase_only boolean default false not null,
  member_ids uuid[],
  starts_at timestamp with time zone,
  expires_at timestamp with time zone,
  duration text default 'once'::text not null,
  duration_payments integer,
  stackable boolean default false not null,
  enabled boolean default true not null,
  redeemed_count integer default 0 not null,
  external_id text,
  metadata jsonb default '{}'::jsonb not null,
  version integer default 1 not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  deleted_at timestamp with time zone,
  constraint coupons_pkey PRIMARY KEY (site_id, id),
  constraint coupons_site_id_external_id_key UNIQUE (site_id, external_id),
  constraint coupons_applies_to_check CHECK (applies_to = ANY (ARRAY['all'::text, 'products'::text, 'product_types'::text])),
  constraint coupons_check CHECK ((discount_kind = 'percent'::text) = (discount_percent IS NOT NULL)),
  constraint coupons_check1 CHECK ((discount_kind = 'amount'::text) = (discount_amount IS NOT NULL)),
  constraint coupons_check2 CHECK ((discount_amount IS NULL) = (discount_currency IS NULL)),
  constraint coupons_check3 CHECK ((duration = 'repeating'::text) = (duration_payments IS NOT NULL)),
  constraint coupons_discount_kind_check CHECK (discount_kind = ANY (ARRAY['percent'::text, 'amount'::text, 'free'::text])),
  constraint coupons_discount_percent_check CHECK (discount_percent >= 1 AND discount_percent <= 100),
  constraint coupons_duration_check CHECK (duration = ANY (ARRAY['once'::text, 'repeating'::text, 'forever'::text]))
);
create index coupons_by_code ON coupons (site_id, code, id);
create index coupons_by_creation ON coupons (site_id, created_at, id);
create index coupons_by_expiry ON coupons (site_id, COALESCE(expires_at, 'infinity'::timestamp with time zone), id);
create index coupons_by_update ON coupons (site_id, updated_at, id);
create unique index coupons_code ON coupons (site_id, code) WHERE deleted_at IS NULL;

create table course_categories (
  site_id uuid not null,
  id uuid not null,
  name text not null,
  slug text not null,
  parent_id uuid,
  "position" integer default 0 not null,
  external_id text,
  metadata jsonb default '{}'::jsonb not null,
  version integer default 1 not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  deleted_at timestamp with time zone,
  constraint course_categories_pkey PRIMARY KEY (site_id, id),
  constraint course_categories_site_id_external_id_key UNIQUE (site_id, external_id)
);
create index course_categories_by_position ON course_categories (site_id, "position", id);
create index course_categories_by_update ON course_categories (site_id, updated_at, id);
create index course_categories_of_parent ON course_categories (site_id, parent_id);
create unique index course_categories_slug ON course_categories (site_id, slug) WHERE deleted_at IS NULL;

create table course_category_entries (
  site_id uuid not null,
  course_id uuid not null,
  category_id uuid not null,
  constraint course_category_entries_pkey PRIMARY KEY (site_id, course_id, category_id)
);
create index courses_of_category ON course_category_entries (site_id, category_id, course_id);

create table course_lecturers (
  site_id uuid not null,
  course_id uuid not null,
  lecturer_id uuid not null,
  "position" integer not null,
  constraint course_lecturers_pkey PRIMARY KEY (site_id, course_id, lecturer_id)
);
create index courses_of_lecturer ON course_lecturers (site_id, lecturer_id, course_id);

create table course_plans (
  site_id uuid not null,
  id uuid not null,
  course_id uuid not null,
  name text not null,
  plan_type text not null,
  price_amount bigint,
  price_currency text,
  compare_at_amount bigint,
  installments jsonb,
  access jsonb default '{"kind": "lifetime"}'::jsonb not null,
  seats integer,
  seats_taken integer default 0 not null,
  sale_starts_at timestamp with time zone,
  sale_ends_at timestamp with time zone,
  active boolean default true not null,
  "position" integer default 0 not null,
  external_id text,
  metadata jsonb default '{}'::jsonb not null,
  version integer default 1 not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  deleted_at timestamp with time zone,
  constraint course_plans_pkey PRIMARY KEY (site_id, id),
  constraint course_plans_site_id_external_id_key UNIQUE (site_id, external_id),
  constraint course_plans_check CHECK ((price_amount IS NULL) = (price_currency IS NULL)),
  constraint course_plans_plan_type_check CHECK (plan_type = ANY (ARRAY['free'::text, 'one_time'::text, 'pre_order'::text, 'installments'::text, 'fixed_date'::text, 'specific_length'::text]))
);
create index course_plans_by_change ON course_plans (site_id, course_id, updated_at, id);
create index course_plans_of_course ON course_plans (site_id, course_id, "position", id);

create table courses (
  site_id uuid not null,
  id uuid not null,
  slug text not null,
  name text not null,
  subtitle text,
  description_markdown text default ''::text not null,
  status text default 'draft'::text not null,
  visibility text default 'public'::text not null,
  course_type text default 'free'::text not null,
  language text default 'en'::text not null,
  level text,
  tags text[] default '{}'::text[] not null,
  "position" integer default 0 not null,
  published_at timestamp with time zone,
  external_id text,
  metadata json default '{}'::json not null,
  version integer default 1 not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  deleted_at timestamp with time zone,
  description_html text default ''::text not null,
  cover_file_id uuid,
  promo_video_attachment_id uuid,
  outcomes json default '[]'::json not null,
  requirements json default '[]'::json not null,
  audience json default '[]'::json not null,
  access json default '{"kind": "lifetime"}'::json not null,
  drip json default '{"mode": "none"}'::json not null,
  completion json default '{"requiredPercent": 100, "requireQuizzes": false, "requireAssignments": false}'::json not null,
  certificate_template_id uuid,
  comments_enabled boolean default true not null,
  available_from timestamp with time zone,
  available_until timestamp with time zone,
  seo json default '{}'::json not null,
  lecture_count integer default 0 not null,
  duration_seconds integer default 0 not null,
  enrollment_count integer default 0 not null,
  rating_sum integer default 0 not null,
  rating_count integer default 0 not null,
  curriculum_version integer default 1 not null,
  search_terms text[] default '{}'::text[] not null,
  category_ids json default '[]'::json not null,
  lecturer_ids json default '[]'::json not null,
  certificate_months integer,
  progress_basis text,
  counted_version integer,
  content_updated_at timestamp with time zone,
  progress_check_at timestamp with time zone default now() + '1 day'::interval,
  completion_basis text,
  completion_check_at timestamp with time zone default now() + '1 day'::interval,
  constraint courses_pkey PRIMARY KEY (site_id, id),
  constraint courses_site_id_external_id_key UNIQUE (site_id, external_id),
  constraint courses_course_type_check CHECK (course_type = ANY (ARRAY['free'::text, 'paid'::text, 'pre_order'::text, 'membership_only'::text])),
  constraint courses_level_check CHECK (level = ANY (ARRAY['beginner'::text, 'intermediate'::text, 'advanced'::text, 'all'::text])),
  constraint courses_status_check CHECK (status = ANY (ARRAY['draft'::text, 'published'::text, 'archived'::text])),
  constraint courses_visibility_check CHECK (visibility = ANY (ARRAY['public'::text, 'unlisted'::text, 'members_only'::text]))
);
create index courses_by_creation ON courses (site_id, created_at, id);
create index courses_by_enrollment ON courses (site_id, enrollment_count, id);
create index courses_by_language ON courses (site_id, language, "position", id) WHERE deleted_at IS NULL;
create index courses_by_name ON courses (site_id, name, id);
create index courses_by_position ON courses (site_id, "position", id);
create index courses_by_publication ON courses (site_id, COALESCE(published_at, 'infinity'::timestamp with time zone), id);
create index courses_by_search ON courses USING gin (search_terms);
create index courses_by_seo_image ON courses (site_id, (seo ->> 'imageFileId'::text)) WHERE (seo ->> 'imageFileId'::text) IS NOT NULL;
create index courses_by_status ON courses (site_id, status, created_at, id) WHERE deleted_at IS NULL;
create index courses_by_update ON courses (site_id, updated_at, id);
create index courses_dripping ON courses (site_id, id) WHERE ((drip ->> 'mode'::text) = ANY (ARRAY['by_enrollment_day'::text, 'by_date'::text])) AND status = 'published'::text AND deleted_at IS NULL;
create unique index courses_slug ON courses (site_id, slug) WHERE deleted_at IS NULL;
create index courses_to_check ON courses (progress_check_at, site_id) WHERE progress_check_at IS NOT NULL;
create index courses_to_complete ON courses (completion_check_at, site_id) WHERE completion_check_at IS NOT NULL;
create index courses_to_index ON courses (site_id, id) WHERE search_terms = '{!}'::text[];
create index courses_with_cover ON courses (site_id, cover_file_id) WHERE cover_file_id IS NOT NULL;

create table credential_keys (
  site_id uuid not null,
  id uuid not null,
  public_jwk jsonb not null,
  private_key bytea,
  created_at timestamp with time zone not null,
  retired_at timestamp with time zone,
  constraint credential_keys_pkey PRIMARY KEY (site_id, id)
);

create table credential_statuses (
  site_id uuid not null,
  next_index bigint not null,
  constraint credential_statuses_pkey PRIMARY KEY (site_id)
);

create table digital_product_files (
  site_id uuid not null,
  product_id uuid not null,
  file_id uuid not null,
  "position" integer not null,
  constraint digital_product_files_pkey PRIMARY KEY (site_id, product_id, file_id)
);
create index digital_products_of_file ON digital_product_files (site_id, file_id);

create table digital_product_grants (
  site_id uuid not null,
  id uuid not null,
  product_id uuid not null,
  member_id uuid not null,
  source text not null,
  source_id uuid,
  granted_at timestamp with time zone not null,
  expires_at timestamp with time zone,
  downloads integer default 0 not null,
  external_id text,
  metadata jsonb default '{}'::jsonb not null,
  version integer default 1 not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  deleted_at timestamp with time zone,
  constraint digital_product_grants_pkey PRIMARY KEY (site_id, id),
  constraint digital_product_grants_site_id_external_id_key UNIQUE (site_id, external_id),
  constraint digital_product_grants_source_check CHECK (source = ANY (ARRAY['purchase'::text, 'manual'::text, 'membership'::text, 'import'::text]))
);
create index digital_product_grants_by_expiry ON digital_product_grants (site_id, expires_at, id) WHERE expires_at IS NOT NULL AND deleted_at IS NULL;
create index digital_product_grants_ending ON digital_product_grants (expires_at, site_id) WHERE expires_at IS NOT NULL AND deleted_at IS NULL;
create index digital_product_grants_newest ON digital_product_grants (site_id, member_id, granted_at, id);
create unique index digital_product_grants_of_member ON digital_product_grants (site_id, member_id, product_id) WHERE deleted_at IS NULL;
create index digital_product_grants_of_product ON digital_product_grants (site_id, product_id, created_at, id);
create index digital_product_grants_of_product_by_update ON digital_product_grants (site_id, product_id, updated_at, id);

create table digital_products (
  site_id uuid not null,
  id uuid not null,
  name text not null,
  slug text not null,
  description_markdown text default ''::text not null,
  description_html text default ''::text not null,
  status text default 'draft'::text not null,
  price_amount bigint,
  price_currency text,
  compare_at_amount bigint,
  access jsonb default '{"kind": "lifetime"}'::jsonb not null,
  download_limit integer,
  license text,
  cover_file_id uuid,
  tags text[] default '{}'::text[] not null,
  sold_count integer default 0 not null,
  published_at timestamp with time zone,
  search_terms text[] default '{}'::text[] not null,
  external_id text,
  metadata jsonb default '{}'::jsonb not null,
  version integer default 1 not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  deleted_at timestamp with time zone,
  counted_version integer,
  content_updated_at timestamp with time zone,
  constraint digital_products_pkey PRIMARY KEY (site_id, id),
  constraint digital_products_site_id_external_id_key UNIQUE (site_id, external_id),
  constraint digital_products_check CHECK ((price_amount IS NULL) = (price_currency IS NULL)),
  constraint digital_products_status_check CHECK (status = ANY (ARRAY['draft'::text, 'published'::text, 'archived'::text]))
);
create index digital_products_by_creation ON digital_products (site_id, created_at, id);
create index digital_products_by_name ON digital_products (site_id, name, id);
create index digital_products_by_price ON digital_products (site_id, COALESCE(price_amount, 0::bigint), id);
create index digital_products_by_search ON digital_products USING gin (search_terms);
create index digital_products_by_status ON digital_products (site_id, status, created_at, id) WHERE deleted_at IS NULL;
create index digital_products_by_update ON digital_products (site_id, updated_at, id);
create unique index digital_products_slug ON digital_products (site_id, slug) WHERE deleted_at IS NULL;
create index digital_products_with_cover ON digital_products (site_id, cover_file_id) WHERE cover_file_id IS NOT NULL;

create table enrollment_requests (
  site_id uuid not null,
  id uuid not null,
  member_id uuid not null,
  course_id uuid not null,
  status text not null,
  created_at timestamp with time zone not null,
  decided_at timestamp with time zone,
  updated_at timestamp with time zone not null,
  constraint enrollment_requests_pkey PRIMARY KEY (site_id, id),
  constraint enrollment_requests_site_id_member_id_course_id_key UNIQUE (site_id, member_id, course_id),
  constraint enrollment_requests_status_check CHECK (status = ANY (ARRAY['pending'::text, 'approved'::text, 'declined'::text]))
);
create index enrollment_requests_of_course ON enrollment_requests (site_id, course_id);
create index enrollment_requests_pending ON enrollment_requests (site_id, created_at, id) WHERE status = 'pending'::text;

create table enrollments (
  site_id uuid not null,
  id uuid not null,
  student_id uuid not null,
  course_id uuid not null,
  status text default 'active'::text not null,
  source text default 'manual'::text not null,
  starts_at timestamp with time zone not null,
  expires_at timestamp with time zone,
  enrolled_at timestamp with time zone not null,
  completed_at timestamp with time zone,
  revoked_at timestamp with time zone,
  revoke_reason text,
  last_lecture_id uuid,
  last_position_seconds integer,
  last_activity_at timestamp with time zone,
  external_id text,
  metadata jsonb default '{}'::jsonb not null,
  version integer default 1 not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  deleted_at timestamp with time zone,
  plan_id uuid,
  source_id uuid,
  unlocked jsonb,
  counted_enrolled_at timestamp with time zone,
  counted_completed_at timestamp with time zone,
  counted_source text,
  warned_for timestamp with time zone,
  warned_days integer,
  last_watched_at timestamp with time zone,
  progress_permille integer default 0 not null,
  revoked_for text,
  constraint enrollments_pkey PRIMARY KEY (site_id, id),
  constraint enrollments_site_id_external_id_key UNIQUE (site_id, external_id),
  constraint enrollments_site_id_student_id_course_id_key UNIQUE (site_id, student_id, course_id),
  constraint enrollments_revoked_for_check CHECK (revoked_for = ANY (ARRAY['refund'::text, 'dispute'::text])),
  constraint enrollments_source_check CHECK (source = ANY (ARRAY['purchase'::text, 'membership'::text, 'bundle'::text, 'manual'::text, 'import'::text, 'group'::text, 'free'::text])),
  constraint enrollments_status_check CHECK (status = ANY (ARRAY['active'::text, 'completed'::text, 'expired'::text, 'revoked'::text, 'scheduled'::text]))
);
create index enrollments_by_activity ON enrollments (site_id, student_id, COALESCE(last_activity_at, enrolled_at) DESC, id DESC) INCLUDE (course_id, status, starts_at, expires_at, completed_at, last_lecture_id, last_position_seconds, last_activity_at, enrolled_at) WHERE deleted_at IS NULL AND status <> 'revoked'::text;
create index enrollments_by_completion ON enrollments (site_id, completed_at, id) WHERE completed_at IS NOT NULL;
create index enrollments_by_creation ON enrollments (site_id, created_at, id);
create index enrollments_by_date ON enrollments (site_id, enrolled_at, id);
create index enrollments_by_expiry ON enrollments (site_id, expires_at, id) WHERE expires_at IS NOT NULL AND deleted_at IS NULL;
create index enrollments_by_last_activity ON enrollments (site_id, COALESCE(last_activity_at, '-infinity'::timestamp with time zone), id);
create index enrollments_by_progress ON enrollments (site_id, progress_permille, id);
create index enrollments_by_source ON enrollments (site_id, source, status, expires_at);
create index enrollments_by_update ON enrollments (site_id, updated_at, id);
create index enrollments_ending ON enrollments ((
CASE
    WHEN warned_for = expires_at THEN warned_days
    ELSE 0
END), expires_at, site_id) WHERE expires_at IS NOT NULL AND deleted_at IS NULL AND (status = ANY (ARRAY['active'::text, 'completed'::text, 'scheduled'::text]));
create index enrollments_of_course_by_creation ON enrollments (site_id, course_id, created_at, id);
create index enrollments_of_course_by_progress ON enrollments (site_id, course_id, progress_permille, id);
create index enrollments_of_course_by_start ON enrollments (site_id, course_id, starts_at, student_id) WHERE deleted_at IS NULL AND (status = ANY (ARRAY['active'::text, 'completed'::text, 'scheduled'::text]));
create index enrollments_of_course_by_student ON enrollments (site_id, course_id, student_id);
create index enrollments_of_plan ON enrollments (site_id, plan_id, created_at, id) WHERE plan_id IS NOT NULL;
create index enrollments_of_source ON enrollments (site_id, source_id) WHERE source_id IS NOT NULL;
create index enrollments_of_student_by_creation ON enrollments (site_id, student_id, created_at, id);
create index enrollments_scheduled ON enrollments (site_id, starts_at) WHERE starts_at > created_at;
create index enrollments_uncounted ON enrollments (site_id, id) WHERE counted_enrolled_at IS DISTINCT FROM
CASE
    WHEN deleted_at IS NULL THEN enrolled_at
    ELSE NULL::timestamp with time zone
END OR counted_completed_at IS DISTINCT FROM
CASE
    WHEN deleted_at IS NULL THEN completed_at
    ELSE NULL::timestamp with time zone
END OR counted_source IS DISTINCT FROM source;

create table event_categories (
  site_id uuid not null,
  id uuid not null,
  name text not null,
  slug text not null,
  "position" integer default 0 not null,
  external_id text,
  metadata jsonb default '{}'::jsonb not null,
  version integer default 1 not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  deleted_at timestamp with time zone,
  constraint event_categories_pkey PRIMARY KEY (site_id, id),
  constraint event_categories_site_id_external_id_key UNIQUE (site_id, external_id)
);
create index event_categories_by_position ON event_categories (site_id, "position", id);
create index event_categories_by_update ON event_categories (site_id, updated_at, id);
create unique index event_categories_slug ON event_categories (site_id, slug) WHERE deleted_at IS NULL;

create table event_lecturers (
  site_id uuid not null,
  event_id uuid not null,
  lecturer_id uuid not null,
  "position" integer not null,
  constraint event_lecturers_pkey PRIMARY KEY (site_id, event_id, lecturer_id)
);
create index event_lecturers_in_order ON event_lecturers (site_id, event_id, "position", lecturer_id);
create index events_of_lecturer ON event_lecturers (site_id, lecturer_id, event_id);

create table event_registrations (
  site_id uuid not null,
  id uuid not null,
  event_id uuid not null,
  ticket_id uuid not null,
  member_id uuid not null,
  quantity integer not null,
  status text not null,
  check_in_code text not null,
  checked_in_at timestamp with time zone,
  canceled_at timestamp with time zone,
  source text not null,
  answers jsonb default '{}'::jsonb not null,
  external_id text,
  metadata jsonb default '{}'::jsonb not null,
  version integer default 1 not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  deleted_at timestamp with time zone,
  counted_status text,
  counted_quantity integer default 0 not null,
  counted_ends_at timestamp with time zone,
  source_id uuid,
  offered_until timestamp with time zone,
  constraint event_registrations_pkey PRIMARY KEY (site_id, id),
  constraint event_registrations_site_id_event_id_check_in_code_key UNIQUE (site_id, event_id, check_in_code),
  constraint event_registrations_site_id_external_id_key UNIQUE (site_id, external_id),
  constraint event_registrations_quantity_check CHECK (quantity > 0),
  constraint event_registrations_source_check CHECK (source = ANY (ARRAY['purchase'::text, 'manual'::text, 'membership'::text, 'import'::text])),
  constraint event_registrations_status_check CHECK (status = ANY (ARRAY['registered'::text, 'waitlisted'::text, 'checked_in'::text, 'no_show'::text, 'canceled'::text]))
);
create index event_registrations_by_creation ON event_registrations (site_id, created_at, id);
create index event_registrations_by_update ON event_registrations (site_id, updated_at, id);
create index event_registrations_of_event ON event_registrations (site_id, event_id, created_at, id);
create index event_registrations_of_event_by_member ON event_registrations (site_id, event_id, member_id);
create index event_registrations_of_member ON event_registrations (site_id, member_id, created_at, id);
create index event_registrations_of_ticket ON event_registrations (site_id, ticket_id, created_at, id);
create index event_registrations_offered ON event_registrations (offered_until, site_id, id) WHERE status = 'waitlisted'::text AND offered_until IS NOT NULL;
create index event_registrations_offered_at_event ON event_registrations (site_id, event_id, member_id) WHERE status = 'waitlisted'::text AND offered_until IS NOT NULL;
create index event_registrations_offered_of_ticket ON event_registrations (site_id, ticket_id, member_id) WHERE status = 'waitlisted'::text AND offered_until IS NOT NULL;
create unique index event_registrations_once ON event_registrations (site_id, ticket_id, member_id) WHERE status <> 'canceled'::text;
create index event_registrations_uncounted ON event_registrations (site_id, id) WHERE counted_status IS DISTINCT FROM
CASE
    WHEN deleted_at IS NULL THEN status
    ELSE 'deleted'::text
END OR counted_quantity <>
CASE
    WHEN deleted_at IS NULL AND (status = ANY (ARRAY['registered'::text, 'checked_in'::text, 'no_show'::text])) THEN quantity
    ELSE 0
END;
create index event_registrations_waiting ON event_registrations (site_id, event_id, created_at, id) WHERE status = 'waitlisted'::text;

create table event_tickets (
  site_id uuid not null,
  id uuid not null,
  event_id uuid not null,
  name text not null,
  price_amount bigint,
  price_currency text,
  capacity integer,
  sold integer default 0 not null,
  per_order_max integer default 10 not null,
  sale_starts_at timestamp with time zone,
  sale_ends_at timestamp with time zone,
  visible boolean default true not null,
  "position" integer default 0 not null,
  external_id text,
  metadata jsonb default '{}'::jsonb not null,
  version integer default 1 not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  deleted_at timestamp with time zone,
  constraint event_tickets_pkey PRIMARY KEY (site_id, id),
  constraint event_tickets_site_id_external_id_key UNIQUE (site_id, external_id),
  constraint event_tickets_check CHECK ((price_amount IS NULL) = (price_currency IS NULL)),
  constraint event_tickets_check1 CHECK (sold >= 0 AND (capacity IS NULL OR sold <= capacity))
);
create index event_tickets_by_change ON event_tickets (site_id, event_id, updated_at, id);
create index event_tickets_of_event ON event_tickets (site_id, event_id, "position", id);

create table events (
  site_id uuid not null,
  id uuid not null,
  name text not null,
  slug text not null,
  summary text,
  description_markdown text default ''::text not null,
  description_html text default ''::text not null,
  status text default 'draft'::text not null,
  format text not null,
  starts_at timestamp with time zone not null,
  ends_at timestamp with time zone not null,
  time_zone text not null,
  location jsonb,
  online_url text,
  category_id uuid,
  cover_file_id uuid,
  capacity integer,
  registered_count integer default 0 not null,
  waitlist_enabled boolean default false not null,
  registration_opens_at timestamp with time zone,
  registration_closes_at timestamp with time zone,
  reminders integer[] default '{}'::integer[] not null,
  visibility text default 'public'::text not null,
  tags text[] default '{}'::text[] not null,
  published_at timestamp with time zone,
  canceled_at timestamp with time zone,
  cancel_reason text,
  search_terms text[] default '{}'::text[] not null,
  external_id text,
  metadata jsonb default '{}'::jsonb not null,
  version integer default 1 not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  deleted_at timestamp with time zone,
  counted_ends_at timestamp with time zone,
  next_reminder_at timestamp with time zone,
  reminder_version integer,
  counted_version integer,
  content_updated_at timestamp with time zone,
  constraint events_pkey PRIMARY KEY (site_id, id),
  constraint events_site_id_external_id_key UNIQUE (site_id, external_id),
  constraint events_check CHECK (ends_at > starts_at),
  constraint events_format_check CHECK (format = ANY (ARRAY['online'::text, 'in_person'::text, 'hybrid'::text])),
  constraint events_status_check CHECK (status = ANY (ARRAY['draft'::text, 'published'::text, 'canceled'::text])),
  constraint events_visibility_check CHECK (visibility = ANY (ARRAY['public'::text, 'unlisted'::text, 'members_only'::text]))
);
create index events_by_creation ON events (site_id, created_at, id);
create index events_by_search ON events USING gin (search_terms);
create index events_by_start ON events (site_id, starts_at, id);
create index events_by_update ON events (site_id, updated_at, id);
create index events_of_category ON events (site_id, category_id, created_at, id) WHERE deleted_at IS NULL;
create unique index events_slug ON events (site_id, slug) WHERE deleted_at IS NULL;
create index events_soon ON events (starts_at, id) WHERE status = 'published'::text AND deleted_at IS NULL;
create index events_to_remind ON events ((
CASE
    WHEN reminder_version = version THEN next_reminder_at
    ELSE '-infinity'::timestamp with time zone
END)) WHERE status = 'published'::text AND deleted_at IS NULL AND reminders <> '{}'::integer[];
create index events_uncounted ON events (site_id, id) WHERE counted_ends_at IS DISTINCT FROM
CASE
    WHEN deleted_at IS NULL AND status <> 'canceled'::text THEN ends_at
    ELSE NULL::timestamp with time zone
END;
create index events_with_cover ON events (site_id, cover_file_id) WHERE cover_file_id IS NOT NULL;

create table families (
  site_id uuid not null,
  id uuid not null,
  grant_id uuid not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  revoked_at timestamp with time zone,
  authenticated_at timestamp with time zone,
  amr text[],
  identity_provider_id uuid,
  provider_session text,
  constraint families_pkey PRIMARY KEY (site_id, id)
);
create index families_by_expiry ON families (expires_at);
create index families_of_grant ON families (site_id, grant_id);
create index families_of_provider ON families (site_id, identity_provider_id, provider_session) WHERE identity_provider_id IS NOT NULL;

create table files (
  site_id uuid not null,
  id uuid not null,
  object_id uuid,
  filename text not null,
  content_type text not null,
  byte_size bigint not null,
  sha256 bytea not null,
  purpose text not null,
  visibility text not null,
  width integer,
  height integer,
  duration_seconds integer,
  status text default 'ready'::text not null,
  variants jsonb default '[]'::jsonb not null,
  member_id uuid,
  search_terms text[] default '{}'::text[] not null,
  external_id text,
  metadata jsonb default '{}'::jsonb not null,
  version integer default 1 not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  deleted_at timestamp with time zone,
  constraint files_pkey PRIMARY KEY (site_id, id),
  constraint files_site_id_external_id_key UNIQUE (site_id, external_id),
  constraint files_check CHECK (object_id IS NOT NULL OR deleted_at IS NOT NULL),
  constraint files_purpose_check CHECK (purpose = ANY (ARRAY['course_cover'::text, 'lecture_media'::text, 'attachment'::text, 'avatar'::text, 'digital_product'::text, 'page'::text, 'import'::text, 'submission'::text, 'profile_picture'::text, 'other'::text])),
  constraint files_status_check CHECK (status = ANY (ARRAY['processing'::text, 'ready'::text, 'failed'::text, 'infected'::text])),
  constraint files_visibility_check CHECK (visibility = ANY (ARRAY['public'::text, 'private'::text]))
);
create index files_by_creation ON files (site_id, created_at, id) WHERE purpose <> ALL ('{submission,profile_picture}'::text[]);
create index files_by_digest ON files (site_id, sha256) WHERE deleted_at IS NULL;
create index files_by_name ON files (site_id, filename, id) WHERE purpose <> ALL ('{submission,profile_picture}'::text[]);
create index files_by_purpose ON files (site_id, purpose, created_at, id) WHERE deleted_at IS NULL;
create index files_by_search ON files USING gin (search_terms);
create index files_by_size ON files (site_id, byte_size, id) WHERE purpose <> ALL ('{submission,profile_picture}'::text[]);
create index files_by_type ON files (site_id, content_type, created_at, id) WHERE deleted_at IS NULL;
create index files_by_update ON files (site_id, updated_at, id) WHERE purpose <> ALL ('{submission,profile_picture}'::text[]);
create index files_of_member ON files (site_id, member_id, created_at, id) WHERE deleted_at IS NULL;
create index files_of_object ON files (site_id, object_id);

create table followed_discussions (
  site_id uuid not null,
  lecture_id uuid not null,
  member_id uuid not null,
  following boolean default true not null,
  updated_at timestamp with time zone not null,
  constraint followed_discussions_pkey PRIMARY KEY (site_id, lecture_id, member_id)
);
create index followed_discussions_of_member ON followed_discussions (site_id, member_id, lecture_id);

create table form_submissions (
  site_id uuid not null,
  id uuid not null,
  form_id uuid not null,
  member_id uuid,
  answers jsonb not null,
  source_url text,
  search_terms text[] default '{}'::text[] not null,
  external_id text,
  metadata jsonb default '{}'::jsonb not null,
  version integer default 1 not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  deleted_at timestamp with time zone,
  file_ids uuid[] default '{}'::uuid[] not null,
  constraint form_submissions_pkey PRIMARY KEY (site_id, id),
  constraint form_submissions_site_id_external_id_key UNIQUE (site_id, external_id)
);
create index form_submissions_by_creation ON form_submissions (site_id, created_at, id);
create index form_submissions_by_search ON form_submissions USING gin (search_terms);
create index form_submissions_by_update ON form_submissions (site_id, updated_at, id);
create index form_submissions_of_form ON form_submissions (site_id, form_id, created_at, id);
create index form_submissions_of_form_by_update ON form_submissions (site_id, form_id, updated_at, id);
create index form_submissions_of_member ON form_submissions (site_id, member_id, created_at, id);
create index form_submissions_with_file ON form_submissions USING gin (file_ids) WHERE file_ids <> '{}'::uuid[];

create table forms (
  site_id uuid not null,
  id uuid not null,
  name text not null,
  slug text not null,
  status text default 'draft'::text not null,
  fields jsonb default '[]'::jsonb not null,
  submission_count integer default 0 not null,
  search_terms text[] default '{}'::text[] not null,
  external_id text,
  metadata jsonb default '{}'::jsonb not null,
  version integer default 1 not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  deleted_at timestamp with time zone,
  description_markdown text default ''::text not null,
  audience text default 'everybody'::text not null,
  description_html text,
  constraint forms_pkey PRIMARY KEY (site_id, id),
  constraint forms_site_id_external_id_key UNIQUE (site_id, external_id),
  constraint forms_audience_check CHECK (audience = ANY (ARRAY['everybody'::text, 'members'::text])),
  constraint forms_status_check CHECK (status = ANY (ARRAY['draft'::text, 'open'::text, 'closed'::text]))
);
create index forms_by_creation ON forms (site_id, created_at, id);
create index forms_by_name ON forms (site_id, name, id);
create index forms_by_search ON forms USING gin (search_terms);
create index forms_by_update ON forms (site_id, updated_at, id);
create unique index forms_slug ON forms (site_id, slug) WHERE deleted_at IS NULL;
create index forms_without_html ON forms (site_id, id) WHERE description_html IS NULL;

create table grants (
  site_id uuid not null,
  id uuid not null,
  member_id uuid not null,
  client_id uuid not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  revoked_at timestamp with time zone,
  constraint grants_pkey PRIMARY KEY (site_id, id)
);
create unique index grants_in_force ON grants (site_id, member_id, client_id) WHERE revoked_at IS NULL;
create index grants_of_client ON grants (site_id, client_id);
create index grants_of_client_in_force ON grants (site_id, client_id, id DESC) WHERE revoked_at IS NULL;

create table group_courses (
  site_id uuid not null,
  group_id uuid not null,
  course_id uuid not null,
  constraint group_courses_pkey PRIMARY KEY (site_id, group_id, course_id)
);
create index groups_of_course ON group_courses (site_id, course_id, group_id);

create table group_members (
  site_id uuid not null,
  group_id uuid not null,
  member_id uuid not null,
  created_at timestamp with time zone not null,
  constraint group_members_pkey PRIMARY KEY (site_id, group_id, member_id)
);
create index groups_of_member ON group_members (site_id, member_id, group_id);

create table groups (
  site_id uuid not null,
  id uuid not null,
  name text not null,
  starts_at timestamp with time zone,
  ends_at timestamp with time zone,
  student_count integer default 0 not null,
  search_terms text[] default '{}'::text[] not null,
  external_id text,
  metadata jsonb default '{}'::jsonb not null,
  version integer default 1 not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  deleted_at timestamp with time zone,
  constraint groups_pkey PRIMARY KEY (site_id, id),
  constraint groups_site_id_external_id_key UNIQUE (site_id, external_id)
);
create index groups_by_creation ON groups (site_id, created_at, id);
create index groups_by_name ON groups (site_id, name, id);
create index groups_by_search ON groups USING gin (search_terms);
create index groups_by_update ON groups (site_id, updated_at, id);

create table idempotency_keys (
  site_id uuid not null,
  digest bytea not null,
  request_digest bytea not null,
  status integer not null,
  body json,
  expires_at timestamp with time zone not null,
  constraint idempotency_keys_pkey PRIMARY KEY (site_id, digest)
);
create index idempotency_keys_by_expiry ON idempotency_keys (expires_at);

create table identities (
  site_id uuid not null,
  id uuid not null,
  provider_id uuid not null,
  subject text not null,
  member_id uuid not null,
  email text,
  linked_by text not null,
  group_roles text[] default '{}'::text[] not null,
  created_at timestamp with time zone not null,
  last_used_at timestamp with time zone not null,
  constraint identities_pkey PRIMARY KEY (site_id, id),
  constraint identities_site_id_member_id_provider_id_key UNIQUE (site_id, member_id, provider_id),
  constraint identities_site_id_provider_id_subject_key UNIQUE (site_id, provider_id, subject),
  constraint identities_linked_by_check CHECK (linked_by = ANY (ARRAY['person'::text, 'address'::text, 'created'::text]))
);

create table identity_providers (
  site_id uuid not null,
  id uuid not null,
  name text not null,
  preset text not null,
  issuer text not null,
  client_id text default ''::text not null,
  client_secret bytea,
  scopes text[] not null,
  domains text[] default '{}'::text[] not null,
  groups_claim text default 'groups'::text not null,
  group_roles jsonb default '{}'::jsonb not null,
  creates_members boolean default true not null,
  passwords_off boolean default false not null,
  active boolean default false not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  protocol text default 'openid'::text not null,
  saml jsonb,
  team_id text,
  key_id text,
  constraint identity_providers_pkey PRIMARY KEY (site_id, id)
);

create table integrations (
  id uuid not null,
  slug text not null,
  name text not null,
  name_patterns text[] not null,
  redirect_uris text[] not null,
  scopes text[],
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint integrations_pkey PRIMARY KEY (id),
  constraint integrations_slug_key UNIQUE (slug)
);

create table invitations (
  site_id uuid not null,
  id uuid not null,
  member_id uuid not null,
  email text not null,
  roles text[] not null,
  status text default 'pending'::text not null,
  message text,
  invited_by uuid,
  sent_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  accepted_at timestamp with time zone,
  revoked_at timestamp with time zone,
  external_id text,
  metadata jsonb default '{}'::jsonb not null,
  version integer default 1 not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  deleted_at timestamp with time zone,
  constraint invitations_pkey PRIMARY KEY (site_id, id),
  constraint invitations_site_id_external_id_key UNIQUE (site_id, external_id),
  constraint invitations_status_check CHECK (status = ANY (ARRAY['pending'::text, 'accepted'::text, 'revoked'::text]))
);
create index invitations_by_creation ON invitations (site_id, created_at, id);
create index invitations_by_inviter ON invitations (site_id, invited_by) WHERE invited_by IS NOT NULL;
create index invitations_by_status ON invitations (site_id, status, created_at, id);
create index invitations_by_update ON invitations (site_id, updated_at, id);
create index invitations_of_member ON invitations (site_id, member_id);
create unique index invitations_pending ON invitations (site_id, member_id) WHERE status = 'pending'::text;

create table job_pieces (
  site_id uuid not null,
  job_id uuid not null,
  number integer not null,
  name text not null,
  object_id uuid not null,
  stored_size bigint not null,
  byte_size bigint not null,
  crc32 bigint not null,
  next_cursor text,
  constraint job_pieces_pkey PRIMARY KEY (site_id, job_id, number)
);
create index job_pieces_of_object ON job_pieces (site_id, object_id);

create table job_results (
  site_id uuid not null,
  id uuid not null,
  job_id uuid not null,
  row_number integer not null,
  name text not null,
  error jsonb,
  created_at timestamp with time zone not null,
  warnings jsonb,
  made jsonb,
  constraint job_results_pkey PRIMARY KEY (site_id, id),
  constraint job_results_site_id_job_id_row_number_key UNIQUE (site_id, job_id, row_number),
  constraint job_results_check CHECK (error IS NOT NULL OR warnings IS NOT NULL OR made IS NOT NULL)
);
create index job_results_by_row ON job_results (site_id, job_id, row_number, id);

create table jobs (
  site_id uuid not null,
  id uuid not null,
  kind text not null,
  format text not null,
  status text default 'queued'::text not null,
  dry_run boolean default false not null,
  options jsonb default '{}'::jsonb not null,
  file_id uuid,
  object_id uuid,
  total integer,
  processed integer default 0 not null,
  created integer default 0 not null,
  updated integer default 0 not null,
  unchanged integer default 0 not null,
  failed integer default 0 not null,
  error jsonb,
  attempt integer default 0 not null,
  member_id uuid,
  client_id uuid,
  grant_id uuid,
  scopes text[] default '{}'::text[] not null,
  request_id text,
  address text,
  cancel_requested_at timestamp with time zone,
  started_at timestamp with time zone,
  finished_at timestamp with time zone,
  metadata jsonb default '{}'::jsonb not null,
  version integer default 1 not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  subject_id uuid,
  result_object_id uuid,
  result_name text,
  result_type text,
  result_size bigint,
  result_sha256 bytea,
  result_expires_at timestamp with time zone,
  warned integer default 0 not null,
  constraint jobs_pkey PRIMARY KEY (site_id, id),
  constraint jobs_kind_check CHECK (kind = ANY (ARRAY['import'::text, 'export'::text, 'member_export'::text, 'member_erasure'::text, 'coupon_generation'::text])),
  constraint jobs_status_check CHECK (status = ANY (ARRAY['queued'::text, 'running'::text, 'succeeded'::text, 'partially_succeeded'::text, 'failed'::text, 'canceled'::text]))
);
create index jobs_by_creation ON jobs (site_id, created_at, id);
create index jobs_by_end ON jobs (finished_at) WHERE finished_at IS NOT NULL;
create index jobs_by_kind ON jobs (site_id, kind, created_at, id);
create index jobs_by_result_expiry ON jobs (result_expires_at) WHERE result_object_id IS NOT NULL;
create index jobs_by_status ON jobs (site_id, status, created_at, id);
create index jobs_by_update ON jobs (site_id, updated_at, id);
create index jobs_of_member ON jobs (site_id, member_id) WHERE member_id IS NOT NULL;
create index jobs_of_object ON jobs (site_id, object_id) WHERE object_id IS NOT NULL;
create index jobs_of_result ON jobs (site_id, result_object_id) WHERE result_object_id IS NOT NULL;
create index jobs_of_subject ON jobs (site_id, subject_id, created_at DESC) WHERE subject_id IS NOT NULL;
create index jobs_with_file ON jobs (site_id, file_id) WHERE file_id IS NOT NULL;

create table known_browsers (
  site_id uuid not null,
  id uuid not null,
  digest bytea not null,
  member_id uuid not null,
  last_used_at timestamp with time zone not null,
  constraint known_browsers_pkey PRIMARY KEY (site_id, id),
  constraint known_browsers_site_id_member_id_digest_key UNIQUE (site_id, member_id, digest)
);
create index known_browsers_by_use ON known_browsers (last_used_at);

create table learner_numbers (
  site_id uuid not null,
  member_id uuid not null,
  number integer not null,
  constraint learner_numbers_pkey PRIMARY KEY (site_id, member_id),
  constraint learner_numbers_site_id_number_key UNIQUE (site_id, number)
);

create table lecture_drafts (
  site_id uuid not null,
  id uuid not null,
  lecture_id uuid not null,
  member_id uuid not null,
  fields jsonb default '{}'::jsonb not null,
  shown jsonb default '{}'::jsonb not null,
  revision integer default 0 not null,
  writer text,
  saved_at timestamp with time zone,
  seen_at timestamp with time zone not null,
  created_at timestamp with time zone not null,
  constraint lecture_drafts_pkey PRIMARY KEY (site_id, id),
  constraint lecture_drafts_site_id_lecture_id_member_id_key UNIQUE (site_id, lecture_id, member_id)
);
create index lecture_drafts_by_use ON lecture_drafts (seen_at);
create index lecture_drafts_of_lecture_by_use ON lecture_drafts (site_id, lecture_id, seen_at, id);
create index lecture_drafts_of_member ON lecture_drafts (site_id, member_id, saved_at, id);

create table lecture_notes (
  site_id uuid not null,
  id uuid not null,
  member_id uuid not null,
  course_id uuid not null,
  lecture_id uuid not null,
  position_seconds integer,
  text text not null,
  revision text not null,
  writer text,
  created_at timestamp with time zone not null,
  saved_at timestamp with time zone not null,
  constraint lecture_notes_pkey PRIMARY KEY (site_id, id)
);
create index lecture_notes_of_course ON lecture_notes (site_id, course_id);
create index lecture_notes_of_lecture ON lecture_notes (site_id, lecture_id);
create index lecture_notes_of_member ON lecture_notes (site_id, member_id, lecture_id);

create table lecture_progress (
  site_id uuid not null,
  id uuid not null,
  enrollment_id uuid not null,
  lecture_id uuid not null,
  position_seconds integer default 0 not null,
  watched_seconds integer default 0 not null,
  completed_at timestamp with time zone,
  first_opened_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  completion_decided_at timestamp with time zone,
  counted_opened_at timestamp with time zone,
  counted_completed_at timestamp with time zone,
  counted_updated_at timestamp with time zone,
  counted_watched_seconds integer default 0 not null,
  watched_intervals jsonb,
  watch_started_at timestamp with time zone,
  recorded_at timestamp with time zone default now() not null,
  constraint lecture_progress_pkey PRIMARY KEY (site_id, id),
  constraint lecture_progress_site_id_enrollment_id_lecture_id_key UNIQUE (site_id, enrollment_id, lecture_id)
);
create index lecture_progress_by_record ON lecture_progress (site_id, recorded_at, id);
create index lecture_progress_by_update ON lecture_progress (site_id, updated_at, id);
create index lecture_progress_of_lecture ON lecture_progress (site_id, lecture_id, updated_at, id);
create index lecture_progress_uncounted ON lecture_progress (site_id, id) WHERE counted_opened_at IS DISTINCT FROM first_opened_at OR counted_completed_at IS DISTINCT FROM completed_at OR counted_updated_at IS DISTINCT FROM updated_at OR counted_watched_seconds <> watched_seconds;

create table lecture_releases (
  site_id uuid not null,
  notified_until timestamp with time zone not null,
  constraint lecture_releases_pkey PRIMARY KEY (site_id)
);

create table lecture_revisions (
  site_id uuid not null,
  id uuid not null,
  lecture_id uuid not null,
  revision integer not null,
  title text not null,
  body_markdown text,
  member_id uuid,
  created_at timestamp with time zone not null,
  constraint lecture_revisions_pkey PRIMARY KEY (site_id, id),
  constraint lecture_revisions_site_id_lecture_id_revision_key UNIQUE (site_id, lecture_id, revision)
);
create index lecture_revisions_by_author ON lecture_revisions (site_id, member_id) WHERE member_id IS NOT NULL;

create table lecturers (
  site_id uuid not null,
  id uuid not null,
  name text not null,
  slug text not null,
  title text,
  bio_markdown text default ''::text not null,
  bio_html text default ''::text not null,
  picture_file_id uuid,
  links text[] default '{}'::text[] not null,
  member_id uuid,
  visible boolean default true not null,
  "position" integer default 0 not null,
  search_terms text[] default '{}'::text[] not null,
  external_id text,
  metadata jsonb default '{}'::jsonb not null,
  version integer default 1 not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  deleted_at timestamp with time zone,
  counted_version integer,
  content_updated_at timestamp with time zone,
  constraint lecturers_pkey PRIMARY KEY (site_id, id),
  constraint lecturers_site_id_external_id_key UNIQUE (site_id, external_id)
);
create index lecturers_by_creation ON lecturers (site_id, created_at, id);
create index lecturers_by_name ON lecturers (site_id, name, id);
create index lecturers_by_position ON lecturers (site_id, "position", id);
create index lecturers_by_search ON lecturers USING gin (search_terms);
create index lecturers_by_update ON lecturers (site_id, updated_at, id);
create unique index lecturers_of_member ON lecturers (site_id, member_id) WHERE deleted_at IS NULL;
create unique index lecturers_slug ON lecturers (site_id, slug) WHERE deleted_at IS NULL;
create index lecturers_with_picture ON lecturers (site_id, picture_file_id) WHERE picture_file_id IS NOT NULL;

create table lectures (
  site_id uuid not null,
  id uuid not null,
  course_id uuid not null,
  section_id uuid not null,
  title text not null,
  "position" integer not null,
  kind text not null,
  status text default 'published'::text not null,
  is_preview boolean default false not null,
  required boolean default true not null,
  body_markdown text,
  duration_seconds integer,
  external_id text,
  metadata jsonb default '{}'::jsonb not null,
  version integer default 1 not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  deleted_at timestamp with time zone,
  body_html text,
  video jsonb,
  completion_rule jsonb default '{"kind": "view"}'::jsonb not null,
  drip jsonb,
  min_role text,
  search_terms text[] default '{}'::text[] not null,
  live jsonb,
  constraint lectures_pkey PRIMARY KEY (site_id, id),
  constraint lectures_site_id_external_id_key UNIQUE (site_id, external_id),
  constraint lectures_kind_check CHECK (kind = ANY (ARRAY['video'::text, 'audio'::text, 'text'::text, 'pdf'::text, 'quiz'::text, 'assignment'::text, 'live'::text, 'scorm'::text, 'link'::text])),
  constraint lectures_min_role_check CHECK (min_role = ANY (ARRAY['owner'::text, 'manager'::text, 'lecturer'::text, 'teaching_assistant'::text, 'student'::text])),
  constraint lectures_status_check CHECK (status = ANY (ARRAY['draft'::text, 'published'::text]))
);
create index lectures_by_creation ON lectures (site_id, course_id, created_at, id);
create index lectures_by_position ON lectures (site_id, course_id, "position", id);
create index lectures_by_search ON lectures USING gin (search_terms);
create index lectures_by_update ON lectures (site_id, course_id, updated_at, id);
create index lectures_by_video ON lectures USING gin (video jsonb_path_ops) WHERE video IS NOT NULL;
create index lectures_of_section ON lectures (site_id, section_id, "position", id);
create index lectures_to_index ON lectures (site_id, id) WHERE search_terms = '{!}'::text[];
create index lectures_without_html ON lectures (site_id, id) WHERE body_html IS NULL AND body_markdown IS NOT NULL;

create table mail_links (
  site_id uuid not null,
  digest bytea not null,
  purpose text not null,
  account_id uuid,
  email text not null,
  name text,
  password_hash text,
  browser_digest bytea,
  authorization_id uuid,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  spent_at timestamp with time zone,
  member_id uuid,
  return_to text,
  constraint mail_links_pkey PRIMARY KEY (site_id, digest)
);
create index mail_links_by_expiry ON mail_links (expires_at);
create index mail_links_of_account ON mail_links (site_id, account_id) WHERE spent_at IS NULL;
create index mail_links_of_member ON mail_links (site_id, member_id) WHERE spent_at IS NULL;

create table mailbox_mails (
  site_id uuid not null,
  id uuid not null,
  sealed bytea not null,
  created_at timestamp with time zone not null,
  constraint mailbox_mails_pkey PRIMARY KEY (site_id, id)
);

create table member_fields (
  site_id uuid not null,
  id uuid not null,
  handle text not null,
  label text not null,
  kind text not null,
  choices text[] default '{}'::text[] not null,
  required boolean default false not null,
  visible_to_member boolean default false not null,
  "position" integer default 0 not null,
  external_id text,
  metadata jsonb default '{}'::jsonb not null,
  version integer default 1 not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  deleted_at timestamp with time zone,
  constraint member_fields_pkey PRIMARY KEY (site_id, id),
  constraint member_fields_site_id_external_id_key UNIQUE (site_id, external_id),
  constraint member_fields_kind_check CHECK (kind = ANY (ARRAY['text'::text, 'number'::text, 'date'::text, 'bool'::text, 'choice'::text]))
);
create index member_fields_by_creation ON member_fields (site_id, created_at, id);
create index member_fields_by_position ON member_fields (site_id, "position", id);
create index member_fields_by_update ON member_fields (site_id, updated_at, id);
create unique index member_fields_handle ON member_fields (site_id, handle) WHERE deleted_at IS NULL;

create table member_merges (
  site_id uuid not null,
  id uuid not null,
  from_member_id uuid not null,
  into_member_id uuid not null,
  requested_by uuid,
  status text not null,
  records jsonb default '[]'::jsonb not null,
  from_emails text[] default '{}'::text[] not null,
  from_account_id uuid,
  from_name text,
  from_phone text,
  confirmed_from_at timestamp with time zone,
  confirmed_into_at timestamp with time zone,
  expires_at timestamp with time zone not null,
  completed_at timestamp with time zone,
  canceled_at timestamp with time zone,
  version integer default 1 not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  deleted_at timestamp with time zone,
  constraint member_merges_pkey PRIMARY KEY (site_id, id),
  constraint member_merges_status_check CHECK (status = ANY (ARRAY['pending'::text, 'completed'::text, 'canceled'::text]))
);
create index member_merges_by_creation ON member_merges (site_id, created_at, id);
create index member_merges_by_requester ON member_merges (site_id, requested_by) WHERE requested_by IS NOT NULL;
create index member_merges_by_update ON member_merges (site_id, updated_at, id);
create index member_merges_of_from ON member_merges (site_id, from_member_id);
create index member_merges_of_into ON member_merges (site_id, into_member_id);

create table member_notes (
  site_id uuid not null,
  id uuid not null,
  member_id uuid not null,
  author_id uuid,
  body text not null,
  external_id text,
  metadata jsonb default '{}'::jsonb not null,
  version integer default 1 not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  deleted_at timestamp with time zone,
  constraint member_notes_pkey PRIMARY KEY (site_id, id),
  constraint member_notes_site_id_external_id_key UNIQUE (site_id, external_id)
);
create index member_notes_by_author ON member_notes (site_id, author_id) WHERE author_id IS NOT NULL;
create index member_notes_of_member ON member_notes (site_id, member_id, created_at, id);

create table members (
  site_id uuid not null,
  id uuid not null,
  account_id uuid,
  name text,
  email text not null,
  email_key text not null,
  locale text,
  roles text[] default '{}'::text[] not null,
  status text default 'active'::text not null,
  joined_at timestamp with time zone not null,
  last_sign_in_at timestamp with time zone,
  sign_in_count integer default 0 not null,
  external_id text,
  metadata jsonb default '{}'::jsonb not null,
  version integer default 1 not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  deleted_at timestamp with time zone,
  phone text,
  time_zone text,
  tags text[] default '{}'::text[] not null,
  custom_fields jsonb default '{}'::jsonb not null,
  consent_granted boolean default false not null,
  consent_at timestamp with time zone,
  consent_source text,
  last_active_at timestamp with time zone,
  search_terms text[] default '{}'::text[] not null,
  counted_joined_at timestamp with time zone,
  counted_locale text,
  counted_sign_ins integer default 0 not null,
  accepted_at timestamp with time zone,
  picture_file_id uuid,
  comment_snippets jsonb,
  guest_email_key text,
  theme text,
  constraint members_pkey PRIMARY KEY (site_id, id),
  constraint members_site_id_account_id_key UNIQUE (site_id, account_id),
  constraint members_site_id_email_key_key UNIQUE (site_id, email_key),
  constraint members_site_id_external_id_key UNIQUE (site_id, external_id),
  constraint members_status_check CHECK (status = ANY (ARRAY['active'::text, 'invited'::text, 'suspended'::text, 'removed'::text]))
);
create index guests_by_time ON members (created_at) WHERE guest_email_key IS NOT NULL AND status = 'invited'::text;
create index members_by_activity ON members (site_id, COALESCE(last_active_at, '-infinity'::timestamp with time zone), id);
create index members_by_creation ON members (site_id, created_at, id);
create index members_by_email_domain ON members (site_id, split_part(email_key, '@'::text, 2), id);
create index members_by_joining ON members (site_id, joined_at, id);
create index members_by_name ON members (site_id, COALESCE(name, email), id);
create index members_by_search ON members USING gin (search_terms);
create index members_by_sign_in ON members (site_id, COALESCE(last_sign_in_at, '-infinity'::timestamp with time zone), id);
create index members_by_status ON members (site_id, status, created_at, id);
create index members_by_update ON members (site_id, updated_at, id);
create index members_of_account ON members (account_id);
create index members_of_guests ON members (site_id, guest_email_key) WHERE guest_email_key IS NOT NULL;
create index members_of_staff ON members (site_id, created_at, id) WHERE roles && '{owner,manager,lecturer,teaching_assistant}'::text[];
create index members_uncounted ON members (site_id, id) WHERE counted_joined_at IS DISTINCT FROM
CASE
    WHEN deleted_at IS NULL AND status <> 'invited'::text THEN joined_at
    ELSE NULL::timestamp with time zone
END OR counted_sign_ins <> sign_in_count;
create index members_with_consent ON members (site_id, created_at, id) WHERE consent_granted;
create index members_with_picture ON members (site_id, picture_file_id) WHERE picture_file_id IS NOT NULL;
create index members_with_unicode_domain ON members (site_id, id) WHERE email_key ~ '[^[:ascii:]][^@]*$'::text;

create table membership_plan_courses (
  site_id uuid not null,
  plan_id uuid not null,
  course_id uuid not null,
  constraint membership_plan_courses_pkey PRIMARY KEY (site_id, plan_id, course_id)
);
create index membership_plans_of_course ON membership_plan_courses (site_id, course_id, plan_id);

create table membership_plans (
  site_id uuid not null,
  id uuid not null,
  name text not null,
  slug text not null,
  description_markdown text default ''::text not null,
  description_html text default ''::text not null,
  status text default 'draft'::text not null,
  visible boolean default true not null,
  plan_type text not null,
  fixed_end_date timestamp with time zone,
  length_days integer,
  trial_days integer default 0 not null,
  all_courses boolean default false not null,
  post_category_ids uuid[] default '{}'::uuid[] not null,
  digital_product_ids uuid[] default '{}'::uuid[] not null,
  event_discount_percent integer default 0 not null,
  member_limit integer,
  faq jsonb default '[]'::jsonb not null,
  "position" integer default 0 not null,
  subscriber_count integer default 0 not null,
  search_terms text[] default '{}'::text[] not null,
  external_id text,
  metadata jsonb default '{}'::jsonb not null,
  version integer default 1 not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  deleted_at timestamp with time zone,
  faq_html text[],
  counted_version integer,
  content_updated_at timestamp with time zone,
  constraint membership_plans_pkey PRIMARY KEY (site_id, id),
  constraint membership_plans_site_id_external_id_key UNIQUE (site_id, external_id),
  constraint membership_plans_check CHECK ((plan_type = 'fixed_date'::text) = (fixed_end_date IS NOT NULL)),
  constraint membership_plans_check1 CHECK ((plan_type = 'specific_length'::text) = (length_days IS NOT NULL)),
  constraint membership_plans_event_discount_percent_check CHECK (event_discount_percent >= 0 AND event_discount_percent <= 100),
  constraint membership_plans_plan_type_check CHECK (plan_type = ANY (ARRAY['recurring'::text, 'fixed_date'::text, 'specific_length'::text, 'lifetime'::text])),
  constraint membership_plans_status_check CHECK (status = ANY (ARRAY['draft'::text, 'active'::text, 'archived'::text]))
);
create index membership_plans_by_creation ON membership_plans (site_id, created_at, id);
create index membership_plans_by_name ON membership_plans (site_id, name, id);
create index membership_plans_by_position ON membership_plans (site_id, "position", id);
create index membership_plans_by_search ON membership_plans USING gin (search_terms);
create index membership_plans_by_update ON membership_plans (site_id, updated_at, id);
create unique index membership_plans_slug ON membership_plans (site_id, slug) WHERE deleted_at IS NULL;
create index membership_plans_without_html ON membership_plans (site_id, id) WHERE faq_html IS NULL;

create table membership_pricings (
  site_id uuid not null,
  id uuid not null,
  plan_id uuid not null,
  label text,
  price_amount bigint not null,
  price_currency text not null,
  "interval" text,
  interval_count integer default 1 not null,
  active boolean default true not null,
  external_id text,
  metadata jsonb default '{}'::jsonb not null,
  version integer default 1 not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  deleted_at timestamp with time zone,
  constraint membership_pricings_pkey PRIMARY KEY (site_id, id),
  constraint membership_pricings_site_id_external_id_key UNIQUE (site_id, external_id),
  constraint membership_pricings_interval_check CHECK ("interval" = ANY (ARRAY['day'::text, 'week'::text, 'month'::text, 'year'::text]))
);
create index membership_pricings_of_plan ON membership_pricings (site_id, plan_id, created_at, id);

create table message_hold (
  only_row boolean default true not null,
  reason text not null,
  created_at timestamp with time zone not null,
  constraint message_hold_pkey PRIMARY KEY (only_row),
  constraint message_hold_only_row_check CHECK (only_row),
  constraint message_hold_reason_check CHECK (reason = ANY (ARRAY['restored'::text, 'moved'::text]))
);

create table message_recipients (
  site_id uuid not null,
  message_id uuid not null,
  member_id uuid not null,
  email text not null,
  in_inbox boolean not null,
  created_at timestamp with time zone not null,
  constraint message_recipients_pkey PRIMARY KEY (site_id, message_id, member_id),
  constraint message_recipients_email_check CHECK (email = ANY (ARRAY['sent'::text, 'unsubscribed'::text, 'unreachable'::text]))
);
create index message_recipients_of_member ON message_recipients (site_id, member_id, created_at);

create table messages (
  site_id uuid not null,
  id uuid not null,
  author_id uuid,
  member_id uuid,
  audience jsonb not null,
  subject text not null,
  body_markdown text not null,
  body_html text not null,
  status text not null,
  scheduled_at timestamp with time zone,
  started_at timestamp with time zone,
  finished_at timestamp with time zone,
  "position" uuid,
  recipient_count integer not null,
  emailed_count integer default 0 not null,
  inbox_count integer default 0 not null,
  unsubscribed_count integer default 0 not null,
  unreachable_count integer default 0 not null,
  version integer default 1 not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  deleted_at timestamp with time zone,
  constraint messages_pkey PRIMARY KEY (site_id, id),
  constraint messages_status_check CHECK (status = ANY (ARRAY['scheduled'::text, 'sending'::text, 'sent'::text, 'canceled'::text]))
);
create index messages_by_author ON messages (site_id, author_id) WHERE author_id IS NOT NULL;
create index messages_by_creation ON messages (site_id, created_at, id);
create index messages_by_status ON messages (site_id, status, created_at, id);
create index messages_by_update ON messages (site_id, updated_at, id);
create index messages_of_member ON messages (site_id, member_id, created_at, id) WHERE member_id IS NOT NULL;

create table notices (
  site_id uuid not null,
  id uuid not null,
  cause text not null,
  topic text not null,
  audience jsonb not null,
  template text,
  data jsonb default '{}'::jsonb not null,
  title text,
  body text,
  link text,
  until timestamp with time zone not null,
  "position" uuid,
  created_at timestamp with time zone not null,
  finished_at timestamp with time zone,
  constraint notices_pkey PRIMARY KEY (site_id, id),
  constraint notices_site_id_cause_key UNIQUE (site_id, cause),
  constraint notices_body_check CHECK (length(body) <= 2000),
  constraint notices_check CHECK ((template IS NULL) = (title IS NOT NULL AND body IS NOT NULL))
);
create index notices_by_time ON notices (created_at);

create table notification_subscriptions (
  site_id uuid not null,
  member_id uuid not null,
  topic text not null,
  channel text not null,
  enabled boolean not null,
  updated_at timestamp with time zone not null,
  constraint notification_subscriptions_pkey PRIMARY KEY (site_id, member_id, topic, channel),
  constraint notification_subscriptions_channel_check CHECK (channel = ANY (ARRAY['inbox'::text, 'email'::text, 'push'::text]))
);

create table notifications (
  site_id uuid not null,
  id uuid not null,
  member_id uuid not null,
  topic text not null,
  template text,
  data jsonb default '{}'::jsonb not null,
  title text,
  body text,
  link text,
  read_at timestamp with time zone,
  created_at timestamp with time zone not null,
  cause text,
  in_inbox boolean default true not null,
  constraint notifications_pkey PRIMARY KEY (site_id, id),
  constraint notifications_body_check CHECK (length(body) <= 2000),
  constraint notifications_check CHECK ((template IS NULL) = (title IS NOT NULL AND body IS NOT NULL))
);
create index notifications_of_member ON notifications (site_id, member_id, created_at DESC, id DESC) WHERE in_inbox;
create index notifications_of_site_by_time ON notifications (site_id, created_at);
create unique index notifications_once ON notifications (site_id, member_id, cause) WHERE cause IS NOT NULL;
create index notifications_unread ON notifications (site_id, member_id, created_at DESC, id DESC) WHERE in_inbox AND read_at IS NULL;

create table order_lines (
  site_id uuid not null,
  id uuid not null,
  order_id uuid not null,
  product_type text not null,
  product_id uuid not null,
  name text not null,
  quantity integer not null,
  unit_amount bigint not null,
  amount bigint not null,
  discount_amount bigint default 0 not null,
  tax_amount bigint default 0 not null,
  fulfilled_at timestamp with time zone,
  "position" integer default 0 not null,
  tax_rate integer default 0 not null,
  refunded_amount bigint default 0 not null,
  fulfilled_id uuid,
  recurrence jsonb,
  voucher_id uuid,
  constraint order_lines_pkey PRIMARY KEY (site_id, id),
  constraint order_lines_product_type_check CHECK (product_type = ANY (ARRAY['course_plan'::text, 'bundle'::text, 'membership_pricing'::text, 'event_ticket'::text, 'digital_product'::text, 'consulting_service'::text])),
  constraint order_lines_quantity_check CHECK (quantity > 0)
);
create index order_lines_of_order ON order_lines (site_id, order_id, id);
create index order_lines_of_product ON order_lines (site_id, product_id, id);

create table orders (
  site_id uuid not null,
  id uuid not null,
  number text not null,
  member_id uuid not null,
  status text not null,
  kind text not null,
  currency text not null,
  placed_at timestamp with time zone not null,
  paid_at timestamp with time zone,
  external_id text,
  metadata jsonb default '{}'::jsonb not null,
  version integer default 1 not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  deleted_at timestamp with time zone,
  subtotal bigint default 0 not null,
  discount_total bigint default 0 not null,
  tax_total bigint default 0 not null,
  total bigint default 0 not null,
  refunded_total bigint default 0 not null,
  coupon_id uuid,
  coupon_code text,
  affiliate_code text,
  subscription_id uuid,
  invoice_number text,
  invoice_url text,
  expires_at timestamp with time zone,
  remark text,
  counted_paid_at timestamp with time zone,
  counted_total bigint default 0 not null,
  checkout_key text,
  buyer jsonb,
  seller jsonb,
  attention text,
  agreement_id uuid,
  period_start timestamp with time zone,
  period_end timestamp with time zone,
  constraint orders_pkey PRIMARY KEY (site_id, id),
  constraint orders_site_id_external_id_key UNIQUE (site_id, external_id),
  constraint orders_site_id_number_key UNIQUE (site_id, number),
  constraint orders_kind_check CHECK (kind = ANY (ARRAY['checkout'::text, 'renewal'::text, 'manual'::text, 'external'::text])),
  constraint orders_status_check CHECK (status = ANY (ARRAY['pending'::text, 'paid'::text, 'partially_refunded'::text, 'refunded'::text, 'expired'::text, 'failed'::text, 'canceled'::text, 'disputed'::text]))
);
create index orders_by_coupon ON orders (site_id, coupon_code, created_at, id) WHERE coupon_code IS NOT NULL;
create index orders_by_creation ON orders (site_id, created_at, id);
create index orders_by_payment ON orders (site_id, COALESCE(paid_at, 'infinity'::timestamp with time zone), id);
create index orders_by_status ON orders (site_id, status, created_at, id) WHERE deleted_at IS NULL;
create index orders_by_total ON orders (site_id, total, id);
create index orders_by_update ON orders (site_id, updated_at, id);
create index orders_expiring ON orders (expires_at, site_id, id) WHERE status = 'pending'::text AND checkout_key IS NOT NULL;
create index orders_of_agreement ON orders (site_id, agreement_id, created_at, id) WHERE agreement_id IS NOT NULL;
create unique index orders_of_checkout ON orders (site_id, member_id, checkout_key) WHERE checkout_key IS NOT NULL;
create index orders_of_member ON orders (site_id, member_id, placed_at, id);
create index orders_of_member_by_creation ON orders (site_id, member_id, created_at, id);
create index orders_of_subscription ON orders (site_id, subscription_id, created_at, id) WHERE subscription_id IS NOT NULL;
create index orders_uncounted ON orders (site_id, id) WHERE counted_paid_at IS DISTINCT FROM
CASE
    WHEN deleted_at IS NULL AND (status = ANY (ARRAY['paid'::text, 'partially_refunded'::text, 'refunded'::text, 'disputed'::text])) THEN paid_at
    ELSE NULL::timestamp with time zone
END OR counted_total <> total;
create index orders_with_attention ON orders (site_id, created_at, id) WHERE attention IS NOT NULL;

create table outbox_events (
  site_id uuid not null,
  id uuid not null,
  type text not null,
  object_id text not null,
  data jsonb not null,
  member_id uuid,
  client_id uuid,
  created_at timestamp with time zone not null,
  sequence bigint,
  is_whole boolean default false not null,
  previous_attributes jsonb,
  traceparent text,
  constraint outbox_events_pkey PRIMARY KEY (site_id, id)
);
create unique index outbox_events_by_sequence ON outbox_events (site_id, sequence) WHERE sequence IS NOT NULL;
create index outbox_events_by_time ON outbox_events (site_id, created_at, id);
create index outbox_events_untold ON outbox_events (site_id, id) WHERE sequence IS NULL;

create table page_revisions (
  site_id uuid not null,
  id uuid not null,
  page_id uuid not null,
  revision integer not null,
  title text not null,
  blocks jsonb,
  body_markdown text,
  member_id uuid,
  created_at timestamp with time zone not null,
  constraint page_revisions_pkey PRIMARY KEY (site_id, id),
  constraint page_revisions_site_id_page_id_revision_key UNIQUE (site_id, page_id, revision)
);
create index page_revisions_by_author ON page_revisions (site_id, member_id) WHERE member_id IS NOT NULL;

create table pages (
  site_id uuid not null,
  id uuid not null,
  title text not null,
  path text not null,
  page_type text not null,
  locale text not null,
  blocks jsonb,
  body_markdown text,
  body_html text,
  status text default 'draft'::text not null,
  published_at timestamp with time zone,
  layout text default 'default'::text not null,
  seo json default '{}'::json not null,
  show_in_sitemap boolean default true not null,
  revision integer default 1 not null,
  search_terms text[] default '{}'::text[] not null,
  external_id text,
  metadata json default '{}'::json not null,
  version integer default 1 not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  deleted_at timestamp with time zone,
  block_html text[],
  constraint pages_pkey PRIMARY KEY (site_id, id),
  constraint pages_site_id_external_id_key UNIQUE (site_id, external_id),
  constraint pages_check CHECK (blocks IS NULL OR body_markdown IS NULL),
  constraint pages_layout_check CHECK (layout = ANY (ARRAY['default'::text, 'wide'::text, 'bare'::text])),
  constraint pages_page_type_check CHECK (page_type = ANY (ARRAY['content'::text, 'static_site'::text])),
  constraint pages_status_check CHECK (status = ANY (ARRAY['draft'::text, 'published'::text]))
);
create index pages_by_block ON pages USING gin (blocks jsonb_path_ops) WHERE blocks IS NOT NULL;
create index pages_by_creation ON pages (site_id, created_at, id);
create index pages_by_path ON pages (site_id, path, id);
create index pages_by_search ON pages USING gin (search_terms);
create index pages_by_seo_image ON pages (site_id, (seo ->> 'imageFileId'::text)) WHERE (seo ->> 'imageFileId'::text) IS NOT NULL;
create index pages_by_title ON pages (site_id, title, id);
create index pages_by_update ON pages (site_id, updated_at, id);
create unique index pages_path ON pages (site_id, path) WHERE deleted_at IS NULL;
create index pages_without_html ON pages (site_id, id) WHERE block_html IS NULL AND blocks IS NOT NULL;

create table passkeys (
  site_id uuid not null,
  id uuid not null,
  member_id uuid not null,
  credential_id bytea not null,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null,
  is_synced boolean not null,
  rp_id text not null,
  name text not null,
  created_at timestamp with time zone not null,
  last_used_at timestamp with time zone,
  constraint passkeys_pkey PRIMARY KEY (site_id, id),
  constraint passkeys_site_id_credential_id_key UNIQUE (site_id, credential_id)
);
create index passkeys_of_member ON passkeys (site_id, member_id, id);

create table payment_accounts (
  site_id uuid not null,
  provider text not null,
  enabled boolean not null,
  settings jsonb default '{}'::jsonb not null,
  credentials bytea,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint payment_accounts_pkey PRIMARY KEY (site_id, provider),
  constraint payment_accounts_provider_check CHECK (provider = ANY (ARRAY['offline'::text, 'test'::text, 'stripe'::text, 'ecpay'::text]))
);

create table payments (
  site_id uuid not null,
  id uuid not null,
  order_id uuid not null,
  subscription_id uuid,
  provider text not null,
  method text not null,
  status text not null,
  amount bigint not null,
  currency text not null,
  fee_amount bigint,
  card_brand text,
  card_last4 text,
  provider_reference text,
  paid_at timestamp with time zone,
  external_id text,
  metadata jsonb default '{}'::jsonb not null,
  version integer default 1 not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  deleted_at timestamp with time zone,
  session_reference text,
  checkout_url text,
  instructions jsonb,
  expires_at timestamp with time zone,
  opened_at timestamp with time zone,
  disputed_at timestamp with time zone,
  divergence text,
  compared_at timestamp with time zone,
  dispute_lost_at timestamp with time zone,
  failure_code text,
  failure_message text,
  constraint payments_pkey PRIMARY KEY (site_id, id),
  constraint payments_site_id_external_id_key UNIQUE (site_id, external_id),
  constraint payments_amount_check CHECK (amount >= 0),
  constraint payments_card_last4_check CHECK (card_last4 ~ '^[0-9]{4}$'::text),
  constraint payments_method_check CHECK (method = ANY (ARRAY['card'::text, 'atm'::text, 'cvs'::text, 'line_pay'::text, 'bank_transfer'::text, 'other'::text])),
  constraint payments_provider_check CHECK (provider = ANY (ARRAY['stripe'::text, 'ecpay'::text, 'newebpay'::text, 'offline'::text, 'test'::text, 'external'::text])),
  constraint payments_status_check CHECK (status = ANY (ARRAY['pending'::text, 'succeeded'::text, 'failed'::text, 'canceled'::text]))
);
create index payments_by_creation ON payments (site_id, created_at, id);
create index payments_by_date ON payments (site_id, COALESCE(paid_at, 'infinity'::timestamp with time zone), id);
create index payments_by_provider ON payments (site_id, provider, created_at, id) WHERE deleted_at IS NULL;
create index payments_by_status ON payments (site_id, status, created_at, id) WHERE deleted_at IS NULL;
create index payments_by_update ON payments (site_id, updated_at, id);
create index payments_of_order ON payments (site_id, order_id, created_at, id);
create index payments_of_reference ON payments (site_id, provider, provider_reference) WHERE provider_reference IS NOT NULL;
create unique index payments_of_session ON payments (site_id, provider, session_reference) WHERE session_reference IS NOT NULL;
create index payments_of_subscription ON payments (site_id, subscription_id, created_at, id) WHERE subscription_id IS NOT NULL;
create index unpaid_payments ON payments (site_id, provider, created_at) WHERE (status = ANY (ARRAY['pending'::text, 'canceled'::text])) AND session_reference IS NOT NULL;

create table post_categories (
  site_id uuid not null,
  id uuid not null,
  name text not null,
  slug text not null,
  "position" integer default 0 not null,
  external_id text,
  metadata jsonb default '{}'::jsonb not null,
  version integer default 1 not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  deleted_at timestamp with time zone,
  constraint post_categories_pkey PRIMARY KEY (site_id, id),
  constraint post_categories_site_id_external_id_key UNIQUE (site_id, external_id)
);
create index post_categories_by_position ON post_categories (site_id, "position", id);
create index post_categories_by_update ON post_categories (site_id, updated_at, id);
create unique index post_categories_slug ON post_categories (site_id, slug) WHERE deleted_at IS NULL;

create table posts (
  site_id uuid not null,
  id uuid not null,
  title text not null,
  slug text not null,
  excerpt text,
  body_markdown text,
  body_html text default ''::text not null,
  reading_minutes integer default 1 not null,
  access text not null,
  plan_ids uuid[] default '{}'::uuid[] not null,
  status text default 'draft'::text not null,
  published_at timestamp with time zone,
  author_member_id uuid,
  category_id uuid,
  tags text[] default '{}'::text[] not null,
  cover_file_id uuid,
  comments_enabled boolean default true not null,
  comment_count integer default 0 not null,
  seo json default '{}'::json not null,
  locale text not null,
  search_terms text[] default '{}'::text[] not null,
  external_id text,
  metadata json default '{}'::json not null,
  version integer default 1 not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  deleted_at timestamp with time zone,
  counted_version integer,
  content_updated_at timestamp with time zone,
  constraint posts_pkey PRIMARY KEY (site_id, id),
  constraint posts_site_id_external_id_key UNIQUE (site_id, external_id),
  constraint posts_access_check CHECK (access = ANY (ARRAY['public'::text, 'members'::text, 'plans'::text])),
  constraint posts_check CHECK ((status <> ALL (ARRAY['scheduled'::text, 'published'::text])) OR published_at IS NOT NULL),
  constraint posts_status_check CHECK (status = ANY (ARRAY['draft'::text, 'scheduled'::text, 'published'::text, 'archived'::text]))
);
create index posts_by_creation ON posts (site_id, created_at, id);
create index posts_by_publication ON posts (site_id, COALESCE(published_at, 'infinity'::timestamp with time zone), id);
create index posts_by_search ON posts USING gin (search_terms);
create index posts_by_seo_image ON posts (site_id, (seo ->> 'imageFileId'::text)) WHERE (seo ->> 'imageFileId'::text) IS NOT NULL;
create index posts_by_status ON posts (site_id, status, created_at, id) WHERE deleted_at IS NULL;
create index posts_by_title ON posts (site_id, title, id);
create index posts_by_update ON posts (site_id, updated_at, id);
create index posts_of_author ON posts (site_id, author_member_id, created_at, id) WHERE deleted_at IS NULL;
create index posts_of_category ON posts (site_id, category_id, created_at, id) WHERE deleted_at IS NULL;
create index posts_scheduled ON posts (published_at) WHERE status = 'scheduled'::text AND deleted_at IS NULL;
create unique index posts_slug ON posts (site_id, slug) WHERE deleted_at IS NULL;
create index posts_with_cover ON posts (site_id, cover_file_id) WHERE cover_file_id IS NOT NULL;

create table progress_reports (
  site_id uuid not null,
  enrollment_id uuid not null,
  id uuid not null,
  reported_at timestamp with time zone not null,
  constraint progress_reports_pkey PRIMARY KEY (site_id, enrollment_id, id)
);
create index progress_reports_of_site_by_time ON progress_reports (site_id, reported_at);

create table provider_events (
  site_id uuid not null,
  provider text not null,
  message_id text not null,
  type text not null,
  order_id uuid,
  payload jsonb not null,
  received_at timestamp with time zone not null,
  processed_at timestamp with time zone,
  result text not null,
  event jsonb,
  reference text,
  error text,
  constraint provider_events_pkey PRIMARY KEY (site_id, provider, message_id),
  constraint provider_events_result_check CHECK (result = ANY (ARRAY['applied'::text, 'ignored'::text, 'unknown'::text, 'failed'::text]))
);
create index provider_events_by_time ON provider_events (site_id, received_at, provider, message_id);
create index provider_events_failed ON provider_events (site_id, received_at, provider, message_id) WHERE result = 'failed'::text;
create index provider_events_of_order ON provider_events (site_id, order_id, received_at) WHERE order_id IS NOT NULL;
create index provider_events_unknown ON provider_events (site_id, received_at, provider, message_id) WHERE result = 'unknown'::text;
create index provider_events_waiting ON provider_events (site_id, provider, reference, received_at, message_id) WHERE event IS NOT NULL;

create table provider_requests (
  site_id uuid not null,
  digest bytea not null,
  browser_digest bytea not null,
  provider_id uuid not null,
  purpose text not null,
  session_id uuid,
  authorization_id uuid,
  return_to text,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  response bytea,
  constraint provider_requests_pkey PRIMARY KEY (site_id, digest),
  constraint provider_requests_purpose_check CHECK (purpose = ANY (ARRAY['sign_in'::text, 'connect'::text, 'test'::text]))
);
create index provider_requests_by_expiry ON provider_requests (expires_at);
create index provider_requests_of_provider ON provider_requests (site_id, provider_id);

create table provisioned_groups (
  site_id uuid not null,
  key_id uuid not null,
  group_id uuid not null,
  external_id text,
  created_at timestamp with time zone not null,
  constraint provisioned_groups_pkey PRIMARY KEY (site_id, key_id, group_id)
);
create index provisioned_groups_by_external_id ON provisioned_groups (site_id, key_id, external_id);
create index provisioned_groups_of_group ON provisioned_groups (site_id, group_id);

create table provisioned_members (
  site_id uuid not null,
  key_id uuid not null,
  member_id uuid not null,
  external_id text,
  given_name text,
  family_name text,
  roles text[] default '{}'::text[] not null,
  added_roles text[] default '{}'::text[] not null,
  suspended_at timestamp with time zone,
  created_at timestamp with time zone not null,
  constraint provisioned_members_pkey PRIMARY KEY (site_id, key_id, member_id)
);
create index provisioned_members_by_external_id ON provisioned_members (site_id, key_id, external_id);
create index provisioned_members_of_member ON provisioned_members (site_id, member_id);

create table provisioning_keys (
  site_id uuid not null,
  id uuid not null,
  member_id uuid not null,
  name text not null,
  digest bytea not null,
  ending text not null,
  email_domains text[] not null,
  roles text[] not null,
  group_roles jsonb not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  revoked_at timestamp with time zone,
  last_used_at timestamp with time zone,
  last_used_address text,
  constraint provisioning_keys_pkey PRIMARY KEY (site_id, id),
  constraint provisioning_keys_site_id_digest_key UNIQUE (site_id, digest)
);
create index provisioning_keys_listed ON provisioning_keys (site_id, created_at, id);

create table quiz_attempts (
  site_id uuid not null,
  id uuid not null,
  lecture_id uuid not null,
  enrollment_id uuid not null,
  student_id uuid not null,
  course_id uuid not null,
  quiz_version integer not null,
  attempt_no integer not null,
  started_at timestamp with time zone not null,
  ends_at timestamp with time zone,
  submitted_at timestamp with time zone,
  answers jsonb default '[]'::jsonb not null,
  score_percent numeric(4,1),
  passed boolean,
  external_id text,
  metadata jsonb default '{}'::jsonb not null,
  version integer default 1 not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  deleted_at timestamp with time zone,
  counted_submitted_at timestamp with time zone,
  counted_passed boolean,
  constraint quiz_attempts_pkey PRIMARY KEY (site_id, id),
  constraint quiz_attempts_site_id_enrollment_id_lecture_id_attempt_no_key UNIQUE (site_id, enrollment_id, lecture_id, attempt_no),
  constraint quiz_attempts_site_id_external_id_key UNIQUE (site_id, external_id)
);
create index quiz_attempts_by_creation ON quiz_attempts (site_id, created_at, id);
create index quiz_attempts_by_submission ON quiz_attempts (site_id, COALESCE(submitted_at, 'infinity'::timestamp with time zone), id);
create index quiz_attempts_by_update ON quiz_attempts (site_id, updated_at, id);
create index quiz_attempts_of_course ON quiz_attempts (site_id, course_id, created_at, id);
create index quiz_attempts_of_lecture ON quiz_attempts (site_id, lecture_id, created_at, id);
create index quiz_attempts_of_student ON quiz_attempts (site_id, student_id, created_at, id);
create index quiz_attempts_uncounted ON quiz_attempts (site_id, id) WHERE counted_submitted_at IS DISTINCT FROM
CASE
    WHEN deleted_at IS NULL THEN submitted_at
    ELSE NULL::timestamp with time zone
END OR counted_passed IS DISTINCT FROM passed;
create unique index quiz_attempts_under_way ON quiz_attempts (site_id, enrollment_id, lecture_id) WHERE submitted_at IS NULL;

create table quiz_versions (
  site_id uuid not null,
  lecture_id uuid not null,
  quiz_version integer not null,
  content jsonb not null,
  replaced_at timestamp with time zone not null,
  constraint quiz_versions_pkey PRIMARY KEY (site_id, lecture_id, quiz_version)
);

create table quizzes (
  site_id uuid not null,
  lecture_id uuid not null,
  quiz_version integer default 1 not null,
  attempted boolean default false not null,
  pass_percent integer not null,
  attempts_allowed integer,
  time_limit_seconds integer,
  shuffle boolean not null,
  show_answers text not null,
  questions jsonb not null,
  metadata jsonb default '{}'::jsonb not null,
  version integer default 1 not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  deleted_at timestamp with time zone,
  constraint quizzes_pkey PRIMARY KEY (site_id, lecture_id),
  constraint quizzes_pass_percent_check CHECK (pass_percent >= 0 AND pass_percent <= 100),
  constraint quizzes_show_answers_check CHECK (show_answers = ANY (ARRAY['never'::text, 'after_submit'::text, 'after_pass'::text, 'after_correct'::text, 'after_last_attempt'::text, 'after_correct_or_last_attempt'::text]))
);
alter table quizzes
  alter column questions set storage external;

create table rate_limits (
  site_id uuid not null,
  digest bytea not null,
  count integer not null,
  expires_at timestamp with time zone not null,
  constraint rate_limits_pkey PRIMARY KEY (site_id, digest)
);
create index rate_limits_by_expiry ON rate_limits (expires_at);

create table receipt_counters (
  site_id uuid not null,
  year integer not null,
  last_number bigint not null,
  constraint receipt_counters_pkey PRIMARY KEY (site_id, year)
);

create table reconciliations (
  site_id uuid not null,
  requested_at timestamp with time zone,
  finished_at timestamp with time zone,
  result jsonb,
  constraint reconciliations_pkey PRIMARY KEY (site_id)
);

create table recovery_codes (
  site_id uuid not null,
  member_id uuid not null,
  digest bytea not null,
  created_at timestamp with time zone not null,
  used_at timestamp with time zone,
  constraint recovery_codes_pkey PRIMARY KEY (site_id, member_id, digest)
);

create table redirects (
  site_id uuid not null,
  id uuid not null,
  from_path text not null,
  target text not null,
  status integer not null,
  external_id text,
  metadata jsonb default '{}'::jsonb not null,
  version integer default 1 not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  deleted_at timestamp with time zone,
  resource_kind text,
  resource_id uuid,
  constraint redirects_pkey PRIMARY KEY (site_id, id),
  constraint redirects_site_id_external_id_key UNIQUE (site_id, external_id),
  constraint redirects_status_check CHECK (status = ANY (ARRAY[301, 302, 308]))
);
create index redirects_by_creation ON redirects (site_id, created_at, id);
create index redirects_by_resource ON redirects (site_id, resource_id, id) WHERE resource_id IS NOT NULL;
create index redirects_by_update ON redirects (site_id, updated_at, id);
create unique index redirects_from ON redirects (site_id, from_path) WHERE deleted_at IS NULL;

create table refund_policies (
  site_id uuid not null,
  product_id uuid not null,
  product_type text not null,
  access text not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint refund_policies_pkey PRIMARY KEY (site_id, product_id),
  constraint refund_policies_access_check CHECK (access = ANY (ARRAY['end'::text, 'period_end'::text, 'keep'::text]))
);
create index refund_policies_by_time ON refund_policies (site_id, created_at, product_id);

create table refunds (
  site_id uuid not null,
  id uuid not null,
  order_id uuid not null,
  payment_id uuid,
  status text not null,
  amount bigint not null,
  currency text not null,
  reason text,
  external_id text,
  metadata jsonb default '{}'::jsonb not null,
  version integer default 1 not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  deleted_at timestamp with time zone,
  counted_at timestamp with time zone,
  counted_amount bigint default 0 not null,
  provider_reference text,
  line_id uuid,
  access text,
  constraint refunds_pkey PRIMARY KEY (site_id, id),
  constraint refunds_site_id_external_id_key UNIQUE (site_id, external_id),
  constraint refunds_amount_check CHECK (amount > 0),
  constraint refunds_status_check CHECK (status = ANY (ARRAY['pending'::text, 'succeeded'::text, 'failed'::text, 'canceled'::text]))
);
create index pending_refunds ON refunds (site_id, updated_at, id) WHERE status = 'pending'::text;
create index refunds_by_creation ON refunds (site_id, created_at, id);
create index refunds_by_status ON refunds (site_id, status, created_at, id) WHERE deleted_at IS NULL;
create index refunds_by_update ON refunds (site_id, updated_at, id);
create index refunds_of_order ON refunds (site_id, order_id, created_at, id);
create index refunds_uncounted ON refunds (site_id, id) WHERE counted_at IS DISTINCT FROM
CASE
    WHEN deleted_at IS NULL AND status = 'succeeded'::text THEN created_at
    ELSE NULL::timestamp with time zone
END OR counted_amount <> amount;

create table reviews (
  site_id uuid not null,
  id uuid not null,
  course_id uuid not null,
  member_id uuid not null,
  rating integer not null,
  title text,
  body text default ''::text not null,
  status text default 'published'::text not null,
  reply text,
  replied_at timestamp with time zone,
  external_id text,
  metadata jsonb default '{}'::jsonb not null,
  version integer default 1 not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  deleted_at timestamp with time zone,
  edited_at timestamp with time zone,
  hidden_at timestamp with time zone,
  constraint reviews_pkey PRIMARY KEY (site_id, id),
  constraint reviews_site_id_course_id_member_id_key UNIQUE (site_id, course_id, member_id),
  constraint reviews_site_id_external_id_key UNIQUE (site_id, external_id),
  constraint reviews_rating_check CHECK (rating >= 1 AND rating <= 5),
  constraint reviews_status_check CHECK (status = ANY (ARRAY['published'::text, 'hidden'::text, 'pending'::text]))
);
create index reviews_by_creation ON reviews (site_id, created_at, id);
create index reviews_by_update ON reviews (site_id, updated_at, id);
create index reviews_of_course ON reviews (site_id, course_id, created_at, id);
create index reviews_of_course_by_update ON reviews (site_id, course_id, updated_at, id);
create index reviews_of_member ON reviews (site_id, member_id);
create index reviews_published ON reviews (site_id, course_id, rating, created_at, id) WHERE status = 'published'::text AND deleted_at IS NULL;
create index reviews_waiting ON reviews (site_id, created_at, id) WHERE status = 'pending'::text AND deleted_at IS NULL;

create table rollup_backlogs (
  site_id uuid not null,
  computed_through timestamp with time zone not null,
  constraint rollup_backlogs_pkey PRIMARY KEY (site_id)
);

create table rollup_clock (
  only_row boolean default true not null,
  computed_through timestamp with time zone not null,
  constraint rollup_clock_pkey PRIMARY KEY (only_row),
  constraint rollup_clock_only_row_check CHECK (only_row)
);

create table rollups (
  site_id uuid not null,
  counter text not null,
  dimension text not null,
  grain text not null,
  bucket timestamp with time zone not null,
  key text not null,
  currency text not null,
  value bigint not null,
  constraint rollups_pkey PRIMARY KEY (site_id, counter, dimension, grain, bucket, key, currency),
  constraint rollups_grain_check CHECK (grain = ANY (ARRAY['quarter'::text, 'day'::text, 'ever'::text]))
);
create index rollups_of_key ON rollups (site_id, counter, dimension, key, grain, bucket) WHERE dimension <> ''::text;

create table schema_migrations (
  name text not null,
  applied_at timestamp with time zone not null,
  requires text,
  constraint schema_migrations_pkey PRIMARY KEY (name)
);

create table schools (
  site_id uuid not null,
  support_email text,
  time_zone text default 'UTC'::text not null,
  default_currency text default 'USD'::text not null,
  currencies text[] default '{USD}'::text[] not null,
  legal jsonb default '{}'::jsonb not null,
  social jsonb default '{}'::jsonb not null,
  seo jsonb default '{}'::jsonb not null,
  settings jsonb default '{}'::jsonb not null,
  metadata jsonb default '{}'::jsonb not null,
  version integer default 1 not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  slug text,
  constraint schools_pkey PRIMARY KEY (site_id)
);

create table secret_key_fingerprint (
  only_row boolean default true not null,
  fingerprint bytea not null,
  created_at timestamp with time zone not null,
  constraint secret_key_fingerprint_pkey PRIMARY KEY (only_row),
  constraint secret_key_fingerprint_only_row_check CHECK (only_row)
);

create table sections (
  site_id uuid not null,
  id uuid not null,
  course_id uuid not null,
  title text not null,
  summary text,
  "position" integer not null,
  status text default 'published'::text not null,
  external_id text,
  metadata jsonb default '{}'::jsonb not null,
  version integer default 1 not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  deleted_at timestamp with time zone,
  drip jsonb,
  constraint sections_pkey PRIMARY KEY (site_id, id),
  constraint sections_site_id_external_id_key UNIQUE (site_id, external_id),
  constraint sections_status_check CHECK (status = ANY (ARRAY['draft'::text, 'published'::text]))
);
create index sections_by_creation ON sections (site_id, course_id, created_at, id);
create index sections_by_position ON sections (site_id, course_id, "position", id);
create index sections_by_update ON sections (site_id, course_id, updated_at, id);

create table selling_settings (
  site_id uuid not null,
  seller_name text,
  seller_address text,
  seller_tax_id text,
  tax_rate integer default 0 not null,
  tax_name text,
  refund_access text default 'end'::text not null,
  checkout_minutes integer default 30 not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  grace_days integer default 7 not null,
  waitlist_hours integer default 24 not null,
  money_back_days integer default 0 not null,
  constraint selling_settings_pkey PRIMARY KEY (site_id),
  constraint selling_settings_checkout_minutes_check CHECK (checkout_minutes >= 5 AND checkout_minutes <= 1440),
  constraint selling_settings_grace_days_check CHECK (grace_days >= 0 AND grace_days <= 60),
  constraint selling_settings_refund_access_check CHECK (refund_access = ANY (ARRAY['end'::text, 'period_end'::text, 'keep'::text])),
  constraint selling_settings_tax_rate_check CHECK (tax_rate >= 0 AND tax_rate <= 10000)
);

create table sessions (
  site_id uuid not null,
  id uuid not null,
  digest bytea not null,
  member_id uuid not null,
  authenticated_at timestamp with time zone not null,
  last_seen_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  revoked_at timestamp with time zone,
  user_agent text default ''::text not null,
  address text default ''::text not null,
  push bytea,
  amr text[] default '{}'::text[] not null,
  identity_provider_id uuid,
  provider_session text,
  opened_at timestamp with time zone,
  constraint sessions_pkey PRIMARY KEY (site_id, id),
  constraint sessions_site_id_digest_key UNIQUE (site_id, digest)
);
create index sessions_by_expiry ON sessions (expires_at);
create index sessions_of_member ON sessions (site_id, member_id, last_seen_at DESC);
create index sessions_of_provider ON sessions (site_id, identity_provider_id, provider_session) WHERE identity_provider_id IS NOT NULL;

create table sign_in_attempts (
  digest bytea not null,
  count integer not null,
  expires_at timestamp with time zone not null,
  constraint sign_in_attempts_pkey PRIMARY KEY (digest)
);
create index sign_in_attempts_by_expiry ON sign_in_attempts (expires_at);

create table sign_in_codes (
  site_id uuid not null,
  browser_digest bytea not null,
  link_digest bytea not null,
  digits_digest bytea not null,
  email text not null,
  member_id uuid,
  tries integer default 0 not null,
  authorization_id uuid,
  return_to text,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  constraint sign_in_codes_pkey PRIMARY KEY (site_id, browser_digest),
  constraint sign_in_codes_site_id_link_digest_key UNIQUE (site_id, link_digest)
);
create index sign_in_codes_by_expiry ON sign_in_codes (expires_at);
create index sign_in_codes_by_member ON sign_in_codes (site_id, member_id);

create table signing_keys (
  site_id uuid not null,
  id uuid not null,
  public_jwk jsonb not null,
  private_key bytea,
  created_at timestamp with time zone not null,
  active_from timestamp with time zone not null,
  retires_at timestamp with time zone,
  constraint signing_keys_pkey PRIMARY KEY (site_id, id)
);

create table site_content_versions (
  site_id uuid not null,
  version uuid not null,
  constraint site_content_versions_pkey PRIMARY KEY (site_id)
);

create table sites (
  id uuid not null,
  origin text not null,
  host text not null,
  name text not null,
  description text default ''::text not null,
  default_locale text default 'en'::text not null,
  mode text default 'live'::text not null,
  settings jsonb default '{}'::jsonb not null,
  metadata jsonb default '{}'::jsonb not null,
  version integer default 1 not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  is_demo boolean default false not null,
  verified_sender text,
  search_version integer default 1 not null,
  constraint sites_pkey PRIMARY KEY (id),
  constraint sites_host_key UNIQUE (host),
  constraint sites_origin_key UNIQUE (origin),
  constraint sites_mode_check CHECK (mode = ANY (ARRAY['live'::text, 'test'::text]))
);

create table spent_challenges (
  site_id uuid not null,
  digest bytea not null,
  expires_at timestamp with time zone not null,
  constraint spent_challenges_pkey PRIMARY KEY (site_id, digest)
);
create index spent_challenges_by_expiry ON spent_challenges (expires_at);

create table stored_objects (
  site_id uuid not null,
  id uuid not null,
  released_at timestamp with time zone,
  constraint stored_objects_pkey PRIMARY KEY (site_id, id)
);
create index stored_objects_by_release ON stored_objects (released_at) WHERE released_at IS NOT NULL;

create table submissions (
  site_id uuid not null,
  id uuid not null,
  lecture_id uuid not null,
  enrollment_id uuid not null,
  student_id uuid not null,
  course_id uuid not null,
  status text not null,
  text text,
  url text,
  file_ids uuid[] default '{}'::uuid[] not null,
  submitted_at timestamp with time zone not null,
  due_at timestamp with time zone,
  given_score numeric(9,2),
  score numeric(9,2),
  feedback_markdown text,
  feedback_html text,
  graded_by uuid,
  graded_at timestamp with time zone,
  external_id text,
  metadata jsonb default '{}'::jsonb not null,
  version integer default 1 not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  deleted_at timestamp with time zone,
  earlier_versions jsonb default '[]'::jsonb not null,
  feedback_at timestamp with time zone,
  held_grade jsonb,
  constraint submissions_pkey PRIMARY KEY (site_id, id),
  constraint submissions_site_id_enrollment_id_lecture_id_key UNIQUE (site_id, enrollment_id, lecture_id),
  constraint submissions_site_id_external_id_key UNIQUE (site_id, external_id),
  constraint submissions_status_check CHECK (status = ANY (ARRAY['submitted'::text, 'graded'::text, 'returned'::text]))
);
create index submissions_by_creation ON submissions (site_id, created_at, id);
create index submissions_by_grader ON submissions (site_id, graded_by) WHERE graded_by IS NOT NULL;
create index submissions_by_submission ON submissions (site_id, submitted_at, id);
create index submissions_by_update ON submissions (site_id, updated_at, id);
create index submissions_of_course ON submissions (site_id, course_id, created_at, id);
create index submissions_of_lecture ON submissions (site_id, lecture_id, created_at, id);
create index submissions_of_student ON submissions (site_id, student_id, created_at, id);
create index submissions_to_grade ON submissions (site_id, created_at, id) WHERE status = 'submitted'::text;
create index submissions_with_file ON submissions USING gin (file_ids) WHERE file_ids <> '{}'::uuid[];

create table subscriptions (
  site_id uuid not null,
  id uuid not null,
  member_id uuid not null,
  plan_id uuid not null,
  pricing_id uuid,
  status text not null,
  source text not null,
  starts_at timestamp with time zone not null,
  ends_at timestamp with time zone,
  external_id text,
  metadata jsonb default '{}'::jsonb not null,
  version integer default 1 not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  deleted_at timestamp with time zone,
  is_lifetime boolean default false not null,
  trial_ends_at timestamp with time zone,
  trial_end_notified boolean default false not null,
  current_period_start timestamp with time zone,
  current_period_end timestamp with time zone,
  period_anchor timestamp with time zone,
  next_pricing_id uuid,
  cancel_at_period_end boolean default false not null,
  cancel_at timestamp with time zone,
  canceled_at timestamp with time zone,
  cancel_reason text,
  paused_at timestamp with time zone,
  paused_until timestamp with time zone,
  provider text,
  due_at timestamp with time zone,
  counted_status text,
  counted_started_at timestamp with time zone,
  counted_ended_at timestamp with time zone,
  counted_pricing_id uuid,
  counted_monthly bigint default 0 not null,
  counted_currency text,
  source_id uuid,
  grace_ends_at timestamp with time zone,
  constraint subscriptions_pkey PRIMARY KEY (site_id, id),
  constraint subscriptions_site_id_external_id_key UNIQUE (site_id, external_id),
  constraint subscriptions_provider_check CHECK (provider = ANY (ARRAY['stripe'::text, 'ecpay'::text, 'newebpay'::text, 'offline'::text, 'test'::text, 'external'::text])),
  constraint subscriptions_source_check CHECK (source = ANY (ARRAY['purchase'::text, 'manual'::text, 'import'::text])),
  constraint subscriptions_status_check CHECK (status = ANY (ARRAY['incomplete'::text, 'trialing'::text, 'active'::text, 'past_due'::text, 'paused'::text, 'canceled'::text, 'expired'::text]))
);
create index subscriptions_by_canceling ON subscriptions (site_id, cancel_at_period_end);
create index subscriptions_by_cancellation ON subscriptions (site_id, canceled_at, id) WHERE canceled_at IS NOT NULL;
create index subscriptions_by_creation ON subscriptions (site_id, created_at, id);
create index subscriptions_by_period_end ON subscriptions (site_id, COALESCE(current_period_end, 'infinity'::timestamp with time zone), id);
create index subscriptions_by_status ON subscriptions (site_id, status, created_at, id) WHERE deleted_at IS NULL;
create index subscriptions_by_update ON subscriptions (site_id, updated_at, id);
create index subscriptions_canceling ON subscriptions (site_id, created_at, id) WHERE cancel_at_period_end AND deleted_at IS NULL;
create index subscriptions_due ON subscriptions (due_at, id) WHERE due_at IS NOT NULL AND deleted_at IS NULL;
create index subscriptions_of_member ON subscriptions (site_id, member_id, plan_id);
create index subscriptions_of_member_by_creation ON subscriptions (site_id, member_id, created_at, id);
create index subscriptions_of_next_pricing ON subscriptions (site_id, next_pricing_id) WHERE next_pricing_id IS NOT NULL;
create index subscriptions_of_plan ON subscriptions (site_id, plan_id, id);
create index subscriptions_of_plan_by_creation ON subscriptions (site_id, plan_id, created_at, id);
create index subscriptions_of_plan_by_member ON subscriptions (site_id, plan_id, member_id);
create index subscriptions_of_pricing ON subscriptions (site_id, pricing_id, id);
create index subscriptions_of_pricing_by_creation ON subscriptions (site_id, pricing_id, created_at, id);
create index subscriptions_uncounted ON subscriptions (site_id, id) WHERE counted_status IS DISTINCT FROM
CASE
    WHEN deleted_at IS NULL THEN status
    ELSE 'deleted'::text
END OR counted_started_at IS DISTINCT FROM
CASE
    WHEN deleted_at IS NULL AND status <> 'incomplete'::text AND (ends_at IS NULL OR ends_at > starts_at) THEN starts_at
    ELSE NULL::timestamp with time zone
END OR counted_ended_at IS DISTINCT FROM
CASE
    WHEN deleted_at IS NULL AND (status = ANY (ARRAY['canceled'::text, 'expired'::text])) AND ends_at > starts_at THEN ends_at
    ELSE NULL::timestamp with time zone
END OR counted_pricing_id IS DISTINCT FROM pricing_id;

create table suppressed_addresses (
  site_id uuid not null,
  id uuid not null,
  email text not null,
  email_key text not null,
  reason text not null,
  status_code text,
  diagnostic text,
  version integer default 1 not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  deleted_at timestamp with time zone,
  constraint suppressed_addresses_pkey PRIMARY KEY (site_id, id),
  constraint suppressed_addresses_site_id_email_key_reason_key UNIQUE (site_id, email_key, reason),
  constraint suppressed_addresses_reason_check CHECK (reason = ANY (ARRAY['bounce'::text, 'complaint'::text]))
);
create index suppressed_addresses_by_creation ON suppressed_addresses (site_id, created_at, id);
create index suppressed_addresses_by_update ON suppressed_addresses (site_id, updated_at, id);

create table tokens (
  site_id uuid not null,
  digest bytea not null,
  family_id uuid not null,
  kind text not null,
  scopes text[] not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  spent_at timestamp with time zone,
  successors bytea[],
  rival_of bytea,
  constraint tokens_pkey PRIMARY KEY (site_id, digest),
  constraint tokens_kind_check CHECK (kind = ANY (ARRAY['access'::text, 'refresh'::text]))
) with (fillfactor=85);
create index refresh_tokens_of_family ON tokens (site_id, family_id, created_at DESC) WHERE kind = 'refresh'::text;
create index tokens_by_expiry ON tokens (expires_at);

create table upload_parts (
  site_id uuid not null,
  upload_id uuid not null,
  number integer not null,
  object_id uuid not null,
  byte_size integer not null,
  sha256 bytea not null,
  constraint upload_parts_pkey PRIMARY KEY (site_id, upload_id, number)
);
create index upload_parts_of_object ON upload_parts (site_id, object_id);

create table uploads (
  site_id uuid not null,
  id uuid not null,
  filename text not null,
  content_type text not null,
  byte_size bigint not null,
  sha256 bytea,
  part_size integer not null,
  purpose text not null,
  visibility text not null,
  file_id uuid,
  member_id uuid,
  external_id text,
  metadata jsonb default '{}'::jsonb not null,
  version integer default 1 not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  deleted_at timestamp with time zone,
  expires_at timestamp with time zone not null,
  constraint uploads_pkey PRIMARY KEY (site_id, id)
);
create index uploads_by_expiry ON uploads (expires_at);
create index uploads_of_member ON uploads (site_id, member_id) WHERE member_id IS NOT NULL;

create table used_logout_tokens (
  site_id uuid not null,
  digest bytea not null,
  expires_at timestamp with time zone not null,
  constraint used_logout_tokens_pkey PRIMARY KEY (site_id, digest)
);
create index used_logout_tokens_by_expiry ON used_logout_tokens (expires_at);

create table voucher_seats (
  site_id uuid not null,
  id uuid not null,
  voucher_id uuid not null,
  line_id uuid not null,
  product_id uuid not null,
  container_id uuid,
  member_id uuid,
  access_id uuid,
  taken_at timestamp with time zone,
  ended_at timestamp with time zone,
  ended_for text,
  created_at timestamp with time zone not null,
  constraint voucher_seats_pkey PRIMARY KEY (site_id, id)
);
create index voucher_seats_of_container ON voucher_seats (site_id, container_id);
create index voucher_seats_of_line ON voucher_seats (site_id, line_id);
create index voucher_seats_of_member ON voucher_seats (site_id, member_id);
create index voucher_seats_of_product ON voucher_seats (site_id, product_id);
create index voucher_seats_of_voucher ON voucher_seats (site_id, voucher_id, id);

create table vouchers (
  site_id uuid not null,
  id uuid not null,
  member_id uuid not null,
  kind text not null,
  product_type text not null,
  product_id uuid not null,
  link_number integer not null,
  link_digest bytea,
  recipient_name text,
  recipient_email text,
  recipient_email_key text,
  message text,
  locale text not null,
  deliver_at timestamp with time zone,
  mail_at timestamp with time zone,
  mailed_at timestamp with time zone,
  expires_at timestamp with time zone,
  created_at timestamp with time zone not null,
  constraint vouchers_pkey PRIMARY KEY (site_id, id),
  constraint vouchers_site_id_link_digest_key UNIQUE (site_id, link_digest)
);
create index vouchers_of_member ON vouchers (site_id, member_id);
create index vouchers_of_recipient ON vouchers (site_id, recipient_email_key) WHERE recipient_email_key IS NOT NULL;
create index vouchers_to_mail ON vouchers (mail_at) WHERE mail_at IS NOT NULL;

create table webhook_deliveries (
  site_id uuid not null,
  id uuid not null,
  endpoint_id uuid not null,
  event_id uuid not null,
  event_type text not null,
  status text default 'pending'::text not null,
  attempt integer default 0 not null,
  http_status integer,
  latency_ms integer,
  response_excerpt text,
  error text,
  next_attempt_at timestamp with time zone,
  claimed_until timestamp with time zone,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint webhook_deliveries_pkey PRIMARY KEY (site_id, id),
  constraint webhook_deliveries_site_id_endpoint_id_event_id_key UNIQUE (site_id, endpoint_id, event_id),
  constraint webhook_deliveries_status_check CHECK (status = ANY (ARRAY['pending'::text, 'succeeded'::text, 'failed'::text, 'skipped'::text]))
);
create index webhook_deliveries_by_attempt ON webhook_deliveries (next_attempt_at, site_id, endpoint_id) WHERE next_attempt_at IS NOT NULL;
create index webhook_deliveries_by_creation ON webhook_deliveries (site_id, endpoint_id, created_at, id);
create index webhook_deliveries_due ON webhook_deliveries (site_id, endpoint_id, next_attempt_at) WHERE next_attempt_at IS NOT NULL;
create index webhook_deliveries_of_site_by_age ON webhook_deliveries (site_id, created_at);

create table webhook_endpoints (
  site_id uuid not null,
  id uuid not null,
  url text not null,
  event_types text[] not null,
  description text default ''::text not null,
  payload text default 'full'::text not null,
  status text default 'enabled'::text not null,
  disabled_reason text,
  secret bytea not null,
  previous_secret bytea,
  previous_secret_expires_at timestamp with time zone,
  failure_streak integer default 0 not null,
  failing_since timestamp with time zone,
  last_success_at timestamp with time zone,
  grant_id uuid,
  client_id uuid,
  member_id uuid,
  scopes text[] default '{}'::text[] not null,
  external_id text,
  metadata jsonb default '{}'::jsonb not null,
  version integer default 1 not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  deleted_at timestamp with time zone,
  constraint webhook_endpoints_pkey PRIMARY KEY (site_id, id),
  constraint webhook_endpoints_site_id_external_id_key UNIQUE (site_id, external_id),
  constraint webhook_endpoints_payload_check CHECK (payload = ANY (ARRAY['full'::text, 'thin'::text])),
  constraint webhook_endpoints_status_check CHECK (status = ANY (ARRAY['enabled'::text, 'disabled'::text, 'auto_disabled'::text]))
);
create index webhook_endpoints_by_creation ON webhook_endpoints (site_id, created_at, id);
create index webhook_endpoints_by_update ON webhook_endpoints (site_id, updated_at, id);
create index webhook_endpoints_enabled ON webhook_endpoints (site_id, id) WHERE status = 'enabled'::text AND deleted_at IS NULL;
create index webhook_endpoints_of_grant ON webhook_endpoints (site_id, grant_id) WHERE grant_id IS NOT NULL;

create table webhook_feeds (
  site_id uuid not null,
  last_sequence bigint not null,
  constraint webhook_feeds_pkey PRIMARY KEY (site_id)
);

create table work_drafts (
  site_id uuid not null,
  id uuid not null,
  enrollment_id uuid not null,
  lecture_id uuid not null,
  attempt_id uuid,
  answers jsonb default '[]'::jsonb not null,
  text text,
  url text,
  file_ids uuid[] default '{}'::uuid[] not null,
  kept_file_ids uuid[],
  revision text not null,
  writer text,
  saved_at timestamp with time zone not null,
  constraint work_drafts_pkey PRIMARY KEY (site_id, id),
  constraint work_drafts_site_id_enrollment_id_lecture_id_key UNIQUE (site_id, enrollment_id, lecture_id)
);
create index work_drafts_by_use ON work_drafts (saved_at);
create index work_drafts_of_lecture ON work_drafts (site_id, lecture_id);

alter table account_sites
  add constraint account_sites_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  add constraint account_sites_site_id_fkey FOREIGN KEY (site_id) REFERENCES sites(id);

alter table accounts
  add constraint accounts_password_site_id_fkey FOREIGN KEY (password_site_id) REFERENCES sites(id);

alter table active_learners
  add constraint active_learners_site_id_fkey FOREIGN KEY (site_id) REFERENCES sites(id);

alter table api_calls
  add constraint api_calls_site_id_fkey FOREIGN KEY (site_id) REFERENCES sites(id);

alter table api_keys
  add constraint api_keys_site_id_member_id_fkey FOREIGN KEY (site_id, member_id) REFERENCES members(site_id, id);

alter table appearances
  add constraint appearances_site_id_fkey FOREIGN KEY (site_id) REFERENCES sites(id);

alter table assignments
  add constraint assignments_site_id_lecture_id_fkey FOREIGN KEY (site_id, lecture_id) REFERENCES lectures(site_id, id);

alter table attachments
  add constraint attachments_site_id_lecture_id_fkey FOREIGN KEY (site_id, lecture_id) REFERENCES lectures(site_id, id);

alter table authenticator_apps
  add constraint authenticator_apps_site_id_member_id_fkey FOREIGN KEY (site_id, member_id) REFERENCES members(site_id, id);

alter table begun_downloads
  add constraint begun_downloads_site_id_fkey FOREIGN KEY (site_id) REFERENCES sites(id);

alter table billing_agreements
  add constraint billing_agreements_site_id_enrollment_id_fkey FOREIGN KEY (site_id, enrollment_id) REFERENCES enrollments(site_id, id),
  add constraint billing_agreements_site_id_fkey FOREIGN KEY (site_id) REFERENCES sites(id),
  add constraint billing_agreements_site_id_member_id_fkey FOREIGN KEY (site_id, member_id) REFERENCES members(site_id, id),
  add constraint billing_agreements_site_id_subscription_id_fkey FOREIGN KEY (site_id, subscription_id) REFERENCES subscriptions(site_id, id);

alter table calendar_feeds
  add constraint calendar_feeds_site_id_member_id_fkey FOREIGN KEY (site_id, member_id) REFERENCES members(site_id, id);

alter table certificates
  add constraint certificates_site_id_course_id_fkey FOREIGN KEY (site_id, course_id) REFERENCES courses(site_id, id),
  add constraint certificates_site_id_enrollment_id_fkey FOREIGN KEY (site_id, enrollment_id) REFERENCES enrollments(site_id, id),
  add constraint certificates_site_id_fkey FOREIGN KEY (site_id) REFERENCES sites(id),
  add constraint certificates_site_id_student_id_fkey FOREIGN KEY (site_id, student_id) REFERENCES members(site_id, id);

alter table checkout_reservations
  add constraint checkout_reservations_site_id_fkey FOREIGN KEY (site_id) REFERENCES sites(id),
  add constraint checkout_reservations_site_id_member_id_fkey FOREIGN KEY (site_id, member_id) REFERENCES members(site_id, id),
  add constraint checkout_reservations_site_id_order_id_fkey FOREIGN KEY (site_id, order_id) REFERENCES orders(site_id, id);

alter table client_logos
  add constraint client_logos_site_id_client_id_fkey FOREIGN KEY (site_id, client_id) REFERENCES clients(site_id, id) ON DELETE CASCADE;

alter table clients
  add constraint clients_site_id_fkey FOREIGN KEY (site_id) REFERENCES sites(id);

alter table comment_likes
  add constraint comment_likes_site_id_comment_id_fkey FOREIGN KEY (site_id, comment_id) REFERENCES comments(site_id, id),
  add constraint comment_likes_site_id_member_id_fkey FOREIGN KEY (site_id, member_id) REFERENCES members(site_id, id);

alter table comments
  add constraint comments_site_id_author_id_fkey FOREIGN KEY (site_id, author_id) REFERENCES members(site_id, id),
  add constraint comments_site_id_course_id_fkey FOREIGN KEY (site_id, course_id) REFERENCES courses(site_id, id),
  add constraint comments_site_id_fkey FOREIGN KEY (site_id) REFERENCES sites(id),
  add constraint comments_site_id_parent_id_fkey FOREIGN KEY (site_id, parent_id) REFERENCES comments(site_id, id);

alter table consents
  add constraint consents_site_id_grant_id_fkey FOREIGN KEY (site_id, grant_id) REFERENCES grants(site_id, id);

alter table consulting_bookings
  add constraint consulting_bookings_site_id_grant_id_fkey FOREIGN KEY (site_id, grant_id) REFERENCES consulting_grants(site_id, id),
  add constraint consulting_bookings_site_id_lecturer_id_fkey FOREIGN KEY (site_id, lecturer_id) REFERENCES lecturers(site_id, id),
  add constraint consulting_bookings_site_id_member_id_fkey FOREIGN KEY (site_id, member_id) REFERENCES members(site_id, id),
  add constraint consulting_bookings_site_id_service_id_fkey FOREIGN KEY (site_id, service_id) REFERENCES consulting_services(site_id, id);

alter table consulting_grants
  add constraint consulting_grants_site_id_member_id_fkey FOREIGN KEY (site_id, member_id) REFERENCES members(site_id, id),
  add constraint consulting_grants_site_id_service_id_fkey FOREIGN KEY (site_id, service_id) REFERENCES consulting_services(site_id, id);

alter table consulting_service_lecturers
  add constraint consulting_service_lecturers_site_id_lecturer_id_fkey FOREIGN KEY (site_id, lecturer_id) REFERENCES lecturers(site_id, id),
  add constraint consulting_service_lecturers_site_id_service_id_fkey FOREIGN KEY (site_id, service_id) REFERENCES consulting_services(site_id, id);

alter table consulting_services
  add constraint consulting_services_site_id_fkey FOREIGN KEY (site_id) REFERENCES sites(id),
  add constraint consulting_services_site_id_intake_form_id_fkey FOREIGN KEY (site_id, intake_form_id) REFERENCES forms(site_id, id);

alter table coupon_products
  add constraint coupon_products_site_id_coupon_id_fkey FOREIGN KEY (site_id, coupon_id) REFERENCES coupons(site_id, id);

alter table coupon_redemptions
  add constraint coupon_redemptions_site_id_coupon_id_fkey FOREIGN KEY (site_id, coupon_id) REFERENCES coupons(site_id, id),
  add constraint coupon_redemptions_site_id_member_id_fkey FOREIGN KEY (site_id, member_id) REFERENCES members(site_id, id),
  add constraint coupon_redemptions_site_id_order_id_fkey FOREIGN KEY (site_id, order_id) REFERENCES orders(site_id, id);

alter table coupons
  add constraint coupons_site_id_fkey FOREIGN KEY (site_id) REFERENCES sites(id);

alter table course_categories
  add constraint course_categories_site_id_fkey FOREIGN KEY (site_id) REFERENCES sites(id),
  add constraint course_categories_site_id_parent_id_fkey FOREIGN KEY (site_id, parent_id) REFERENCES course_categories(site_id, id);

alter table course_category_entries
  add constraint course_category_entries_site_id_category_id_fkey FOREIGN KEY (site_id, category_id) REFERENCES course_categories(site_id, id),
  add constraint course_category_entries_site_id_course_id_fkey FOREIGN KEY (site_id, course_id) REFERENCES courses(site_id, id);

alter table course_lecturers
  add constraint course_lecturers_site_id_course_id_fkey FOREIGN KEY (site_id, course_id) REFERENCES courses(site_id, id),
  add constraint course_lecturers_site_id_lecturer_id_fkey FOREIGN KEY (site_id, lecturer_id) REFERENCES lecturers(site_id, id);

alter table course_plans
  add constraint course_plans_site_id_course_id_fkey FOREIGN KEY (site_id, course_id) REFERENCES courses(site_id, id);

alter table courses
  add constraint courses_site_id_fkey FOREIGN KEY (site_id) REFERENCES sites(id);

alter table credential_keys
  add constraint credential_keys_site_id_fkey FOREIGN KEY (site_id) REFERENCES sites(id);

alter table credential_statuses
  add constraint credential_statuses_site_id_fkey FOREIGN KEY (site_id) REFERENCES sites(id);

alter table digital_product_files
  add constraint digital_product_files_site_id_product_id_fkey FOREIGN KEY (site_id, product_id) REFERENCES digital_products(site_id, id);

alter table digital_product_grants
  add constraint digital_product_grants_site_id_member_id_fkey FOREIGN KEY (site_id, member_id) REFERENCES members(site_id, id),
  add constraint digital_product_grants_site_id_product_id_fkey FOREIGN KEY (site_id, product_id) REFERENCES digital_products(site_id, id);

alter table digital_products
  add constraint digital_products_site_id_fkey FOREIGN KEY (site_id) REFERENCES sites(id);

alter table enrollment_requests
  add constraint enrollment_requests_site_id_course_id_fkey FOREIGN KEY (site_id, course_id) REFERENCES courses(site_id, id),
  add constraint enrollment_requests_site_id_fkey FOREIGN KEY (site_id) REFERENCES sites(id),
  add constraint enrollment_requests_site_id_member_id_fkey FOREIGN KEY (site_id, member_id) REFERENCES members(site_id, id);

alter table enrollments
  add constraint enrollments_site_id_course_id_fkey FOREIGN KEY (site_id, course_id) REFERENCES courses(site_id, id),
  add constraint enrollments_site_id_last_lecture_id_fkey FOREIGN KEY (site_id, last_lecture_id) REFERENCES lectures(site_id, id),
  add constraint enrollments_site_id_plan_id_fkey FOREIGN KEY (site_id, plan_id) REFERENCES course_plans(site_id, id),
  add constraint enrollments_site_id_student_id_fkey FOREIGN KEY (site_id, student_id) REFERENCES members(site_id, id);

alter table event_categories
  add constraint event_categories_site_id_fkey FOREIGN KEY (site_id) REFERENCES sites(id);

alter table event_lecturers
  add constraint event_lecturers_site_id_event_id_fkey FOREIGN KEY (site_id, event_id) REFERENCES events(site_id, id),
  add constraint event_lecturers_site_id_lecturer_id_fkey FOREIGN KEY (site_id, lecturer_id) REFERENCES lecturers(site_id, id);

alter table event_registrations
  add constraint event_registrations_site_id_event_id_fkey FOREIGN KEY (site_id, event_id) REFERENCES events(site_id, id),
  add constraint event_registrations_site_id_member_id_fkey FOREIGN KEY (site_id, member_id) REFERENCES members(site_id, id),
  add constraint event_registrations_site_id_ticket_id_fkey FOREIGN KEY (site_id, ticket_id) REFERENCES event_tickets(site_id, id);

alter table event_tickets
  add constraint event_tickets_site_id_event_id_fkey FOREIGN KEY (site_id, event_id) REFERENCES events(site_id, id);

alter table events
  add constraint events_site_id_category_id_fkey FOREIGN KEY (site_id, category_id) REFERENCES event_categories(site_id, id),
  add constraint events_site_id_fkey FOREIGN KEY (site_id) REFERENCES sites(id);

alter table files
  add constraint files_site_id_fkey FOREIGN KEY (site_id) REFERENCES sites(id),
  add constraint files_site_id_member_id_fkey FOREIGN KEY (site_id, member_id) REFERENCES members(site_id, id),
  add constraint files_site_id_object_id_fkey FOREIGN KEY (site_id, object_id) REFERENCES stored_objects(site_id, id);

alter table followed_discussions
  add constraint followed_discussions_site_id_lecture_id_fkey FOREIGN KEY (site_id, lecture_id) REFERENCES lectures(site_id, id),
  add constraint followed_discussions_site_id_member_id_fkey FOREIGN KEY (site_id, member_id) REFERENCES members(site_id, id);

alter table form_submissions
  add constraint form_submissions_site_id_form_id_fkey FOREIGN KEY (site_id, form_id) REFERENCES forms(site_id, id),
  add constraint form_submissions_site_id_member_id_fkey FOREIGN KEY (site_id, member_id) REFERENCES members(site_id, id);

alter table forms
  add constraint forms_site_id_fkey FOREIGN KEY (site_id) REFERENCES sites(id);

alter table grants
  add constraint grants_site_id_client_id_fkey FOREIGN KEY (site_id, client_id) REFERENCES clients(site_id, id),
  add constraint grants_site_id_member_id_fkey FOREIGN KEY (site_id, member_id) REFERENCES members(site_id, id);

alter table group_courses
  add constraint group_courses_site_id_course_id_fkey FOREIGN KEY (site_id, course_id) REFERENCES courses(site_id, id),
  add constraint group_courses_site_id_group_id_fkey FOREIGN KEY (site_id, group_id) REFERENCES groups(site_id, id);

alter table group_members
  add constraint group_members_site_id_group_id_fkey FOREIGN KEY (site_id, group_id) REFERENCES groups(site_id, id),
  add constraint group_members_site_id_member_id_fkey FOREIGN KEY (site_id, member_id) REFERENCES members(site_id, id);

alter table groups
  add constraint groups_site_id_fkey FOREIGN KEY (site_id) REFERENCES sites(id);

alter table identities
  add constraint identities_site_id_member_id_fkey FOREIGN KEY (site_id, member_id) REFERENCES members(site_id, id),
  add constraint identities_site_id_provider_id_fkey FOREIGN KEY (site_id, provider_id) REFERENCES identity_providers(site_id, id);

alter table identity_providers
  add constraint identity_providers_site_id_fkey FOREIGN KEY (site_id) REFERENCES sites(id);

alter table invitations
  add constraint invitations_site_id_invited_by_fkey FOREIGN KEY (site_id, invited_by) REFERENCES members(site_id, id),
  add constraint invitations_site_id_member_id_fkey FOREIGN KEY (site_id, member_id) REFERENCES members(site_id, id);

alter table job_pieces
  add constraint job_pieces_site_id_job_id_fkey FOREIGN KEY (site_id, job_id) REFERENCES jobs(site_id, id),
  add constraint job_pieces_site_id_object_id_fkey FOREIGN KEY (site_id, object_id) REFERENCES stored_objects(site_id, id);

alter table job_results
  add constraint job_results_site_id_job_id_fkey FOREIGN KEY (site_id, job_id) REFERENCES jobs(site_id, id);

alter table jobs
  add constraint jobs_site_id_file_id_fkey FOREIGN KEY (site_id, file_id) REFERENCES files(site_id, id),
  add constraint jobs_site_id_fkey FOREIGN KEY (site_id) REFERENCES sites(id),
  add constraint jobs_site_id_member_id_fkey FOREIGN KEY (site_id, member_id) REFERENCES members(site_id, id),
  add constraint jobs_site_id_object_id_fkey FOREIGN KEY (site_id, object_id) REFERENCES stored_objects(site_id, id),
  add constraint jobs_site_id_result_object_id_fkey FOREIGN KEY (site_id, result_object_id) REFERENCES stored_objects(site_id, id);

alter table known_browsers
  add constraint known_browsers_site_id_member_id_fkey FOREIGN KEY (site_id, member_id) REFERENCES members(site_id, id);

alter table learner_numbers
  add constraint learner_numbers_site_id_fkey FOREIGN KEY (site_id) REFERENCES sites(id);

alter table lecture_drafts
  add constraint lecture_drafts_site_id_lecture_id_fkey FOREIGN KEY (site_id, lecture_id) REFERENCES lectures(site_id, id),
  add constraint lecture_drafts_site_id_member_id_fkey FOREIGN KEY (site_id, member_id) REFERENCES members(site_id, id);

alter table lecture_notes
  add constraint lecture_notes_site_id_course_id_fkey FOREIGN KEY (site_id, course_id) REFERENCES courses(site_id, id),
  add constraint lecture_notes_site_id_lecture_id_fkey FOREIGN KEY (site_id, lecture_id) REFERENCES lectures(site_id, id),
  add constraint lecture_notes_site_id_member_id_fkey FOREIGN KEY (site_id, member_id) REFERENCES members(site_id, id);

alter table lecture_progress
  add constraint lecture_progress_site_id_enrollment_id_fkey FOREIGN KEY (site_id, enrollment_id) REFERENCES enrollments(site_id, id),
  add constraint lecture_progress_site_id_lecture_id_fkey FOREIGN KEY (site_id, lecture_id) REFERENCES lectures(site_id, id);

alter table lecture_releases
  add constraint lecture_releases_site_id_fkey FOREIGN KEY (site_id) REFERENCES sites(id);

alter table lecture_revisions
  add constraint lecture_revisions_site_id_lecture_id_fkey FOREIGN KEY (site_id, lecture_id) REFERENCES lectures(site_id, id),
  add constraint lecture_revisions_site_id_member_id_fkey FOREIGN KEY (site_id, member_id) REFERENCES members(site_id, id);

alter table lecturers
  add constraint lecturers_site_id_fkey FOREIGN KEY (site_id) REFERENCES sites(id),
  add constraint lecturers_site_id_member_id_fkey FOREIGN KEY (site_id, member_id) REFERENCES members(site_id, id);

alter table lectures
  add constraint lectures_site_id_course_id_fkey FOREIGN KEY (site_id, course_id) REFERENCES courses(site_id, id),
  add constraint lectures_site_id_section_id_fkey FOREIGN KEY (site_id, section_id) REFERENCES sections(site_id, id);

alter table mail_links
  add constraint mail_links_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  add constraint mail_links_site_id_fkey FOREIGN KEY (site_id) REFERENCES sites(id),
  add constraint mail_links_site_id_member_id_fkey FOREIGN KEY (site_id, member_id) REFERENCES members(site_id, id);

alter table mailbox_mails
  add constraint mailbox_mails_site_id_fkey FOREIGN KEY (site_id) REFERENCES sites(id);

alter table member_fields
  add constraint member_fields_site_id_fkey FOREIGN KEY (site_id) REFERENCES sites(id);

alter table member_merges
  add constraint member_merges_site_id_fkey FOREIGN KEY (site_id) REFERENCES sites(id),
  add constraint member_merges_site_id_into_member_id_fkey FOREIGN KEY (site_id, into_member_id) REFERENCES members(site_id, id),
  add constraint member_merges_site_id_requested_by_fkey FOREIGN KEY (site_id, requested_by) REFERENCES members(site_id, id);

alter table member_notes
  add constraint member_notes_site_id_author_id_fkey FOREIGN KEY (site_id, author_id) REFERENCES members(site_id, id),
  add constraint member_notes_site_id_member_id_fkey FOREIGN KEY (site_id, member_id) REFERENCES members(site_id, id);

alter table members
  add constraint members_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  add constraint members_site_id_fkey FOREIGN KEY (site_id) REFERENCES sites(id);

alter table membership_plan_courses
  add constraint membership_plan_courses_site_id_course_id_fkey FOREIGN KEY (site_id, course_id) REFERENCES courses(site_id, id),
  add constraint membership_plan_courses_site_id_plan_id_fkey FOREIGN KEY (site_id, plan_id) REFERENCES membership_plans(site_id, id);

alter table membership_plans
  add constraint membership_plans_site_id_fkey FOREIGN KEY (site_id) REFERENCES sites(id);

alter table membership_pricings
  add constraint membership_pricings_site_id_plan_id_fkey FOREIGN KEY (site_id, plan_id) REFERENCES membership_plans(site_id, id);

alter table message_recipients
  add constraint message_recipients_site_id_fkey FOREIGN KEY (site_id) REFERENCES sites(id);

alter table messages
  add constraint messages_site_id_fkey FOREIGN KEY (site_id) REFERENCES sites(id);

alter table notices
  add constraint notices_site_id_fkey FOREIGN KEY (site_id) REFERENCES sites(id);

alter table notification_subscriptions
  add constraint notification_subscriptions_site_id_member_id_fkey FOREIGN KEY (site_id, member_id) REFERENCES members(site_id, id);

alter table notifications
  add constraint notifications_site_id_member_id_fkey FOREIGN KEY (site_id, member_id) REFERENCES members(site_id, id);

alter table order_lines
  add constraint order_lines_site_id_order_id_fkey FOREIGN KEY (site_id, order_id) REFERENCES orders(site_id, id);

alter table orders
  add constraint orders_site_id_coupon_id_fkey FOREIGN KEY (site_id, coupon_id) REFERENCES coupons(site_id, id),
  add constraint orders_site_id_fkey FOREIGN KEY (site_id) REFERENCES sites(id),
  add constraint orders_site_id_member_id_fkey FOREIGN KEY (site_id, member_id) REFERENCES members(site_id, id),
  add constraint orders_site_id_subscription_id_fkey FOREIGN KEY (site_id, subscription_id) REFERENCES subscriptions(site_id, id);

alter table page_revisions
  add constraint page_revisions_site_id_member_id_fkey FOREIGN KEY (site_id, member_id) REFERENCES members(site_id, id),
  add constraint page_revisions_site_id_page_id_fkey FOREIGN KEY (site_id, page_id) REFERENCES pages(site_id, id);

alter table pages
  add constraint pages_site_id_fkey FOREIGN KEY (site_id) REFERENCES sites(id);

alter table passkeys
  add constraint passkeys_site_id_member_id_fkey FOREIGN KEY (site_id, member_id) REFERENCES members(site_id, id);

alter table payment_accounts
  add constraint payment_accounts_site_id_fkey FOREIGN KEY (site_id) REFERENCES sites(id);

alter table payments
  add constraint payments_site_id_order_id_fkey FOREIGN KEY (site_id, order_id) REFERENCES orders(site_id, id),
  add constraint payments_site_id_subscription_id_fkey FOREIGN KEY (site_id, subscription_id) REFERENCES subscriptions(site_id, id);

alter table post_categories
  add constraint post_categories_site_id_fkey FOREIGN KEY (site_id) REFERENCES sites(id);

alter table posts
  add constraint posts_site_id_author_member_id_fkey FOREIGN KEY (site_id, author_member_id) REFERENCES members(site_id, id),
  add constraint posts_site_id_category_id_fkey FOREIGN KEY (site_id, category_id) REFERENCES post_categories(site_id, id),
  add constraint posts_site_id_fkey FOREIGN KEY (site_id) REFERENCES sites(id);

alter table progress_reports
  add constraint progress_reports_site_id_enrollment_id_fkey FOREIGN KEY (site_id, enrollment_id) REFERENCES enrollments(site_id, id);

alter table provider_events
  add constraint provider_events_site_id_fkey FOREIGN KEY (site_id) REFERENCES sites(id);

alter table provider_requests
  add constraint provider_requests_site_id_provider_id_fkey FOREIGN KEY (site_id, provider_id) REFERENCES identity_providers(site_id, id);

alter table provisioned_groups
  add constraint provisioned_groups_site_id_group_id_fkey FOREIGN KEY (site_id, group_id) REFERENCES groups(site_id, id),
  add constraint provisioned_groups_site_id_key_id_fkey FOREIGN KEY (site_id, key_id) REFERENCES provisioning_keys(site_id, id);

alter table provisioned_members
  add constraint provisioned_members_site_id_key_id_fkey FOREIGN KEY (site_id, key_id) REFERENCES provisioning_keys(site_id, id),
  add constraint provisioned_members_site_id_member_id_fkey FOREIGN KEY (site_id, member_id) REFERENCES members(site_id, id);

alter table provisioning_keys
  add constraint provisioning_keys_site_id_fkey FOREIGN KEY (site_id) REFERENCES sites(id);

alter table quiz_attempts
  add constraint quiz_attempts_site_id_course_id_fkey FOREIGN KEY (site_id, course_id) REFERENCES courses(site_id, id),
  add constraint quiz_attempts_site_id_enrollment_id_fkey FOREIGN KEY (site_id, enrollment_id) REFERENCES enrollments(site_id, id),
  add constraint quiz_attempts_site_id_fkey FOREIGN KEY (site_id) REFERENCES sites(id),
  add constraint quiz_attempts_site_id_lecture_id_fkey FOREIGN KEY (site_id, lecture_id) REFERENCES quizzes(site_id, lecture_id),
  add constraint quiz_attempts_site_id_student_id_fkey FOREIGN KEY (site_id, student_id) REFERENCES members(site_id, id);

alter table quiz_versions
  add constraint quiz_versions_site_id_lecture_id_fkey FOREIGN KEY (site_id, lecture_id) REFERENCES quizzes(site_id, lecture_id);

alter table quizzes
  add constraint quizzes_site_id_lecture_id_fkey FOREIGN KEY (site_id, lecture_id) REFERENCES lectures(site_id, id);

alter table receipt_counters
  add constraint receipt_counters_site_id_fkey FOREIGN KEY (site_id) REFERENCES sites(id);

alter table reconciliations
  add constraint reconciliations_site_id_fkey FOREIGN KEY (site_id) REFERENCES sites(id);

alter table recovery_codes
  add constraint recovery_codes_site_id_member_id_fkey FOREIGN KEY (site_id, member_id) REFERENCES members(site_id, id);

alter table redirects
  add constraint redirects_site_id_fkey FOREIGN KEY (site_id) REFERENCES sites(id);

alter table refund_policies
  add constraint refund_policies_site_id_fkey FOREIGN KEY (site_id) REFERENCES sites(id);

alter table refunds
  add constraint refunds_site_id_order_id_fkey FOREIGN KEY (site_id, order_id) REFERENCES orders(site_id, id),
  add constraint refunds_site_id_payment_id_fkey FOREIGN KEY (site_id, payment_id) REFERENCES payments(site_id, id);

alter table reviews
  add constraint reviews_site_id_course_id_fkey FOREIGN KEY (site_id, course_id) REFERENCES courses(site_id, id),
  add constraint reviews_site_id_member_id_fkey FOREIGN KEY (site_id, member_id) REFERENCES members(site_id, id);

alter table rollup_backlogs
  add constraint rollup_backlogs_site_id_fkey FOREIGN KEY (site_id) REFERENCES sites(id);

alter table rollups
  add constraint rollups_site_id_fkey FOREIGN KEY (site_id) REFERENCES sites(id);

alter table schools
  add constraint schools_site_id_fkey FOREIGN KEY (site_id) REFERENCES sites(id);

alter table sections
  add constraint sections_site_id_course_id_fkey FOREIGN KEY (site_id, course_id) REFERENCES courses(site_id, id);

alter table selling_settings
  add constraint selling_settings_site_id_fkey FOREIGN KEY (site_id) REFERENCES sites(id);

alter table sessions
  add constraint sessions_site_id_member_id_fkey FOREIGN KEY (site_id, member_id) REFERENCES members(site_id, id);

alter table signing_keys
  add constraint signing_keys_site_id_fkey FOREIGN KEY (site_id) REFERENCES sites(id);

alter table site_content_versions
  add constraint site_content_versions_site_id_fkey FOREIGN KEY (site_id) REFERENCES sites(id);

alter table stored_objects
  add constraint stored_objects_site_id_fkey FOREIGN KEY (site_id) REFERENCES sites(id);

alter table submissions
  add constraint submissions_site_id_course_id_fkey FOREIGN KEY (site_id, course_id) REFERENCES courses(site_id, id),
  add constraint submissions_site_id_enrollment_id_fkey FOREIGN KEY (site_id, enrollment_id) REFERENCES enrollments(site_id, id),
  add constraint submissions_site_id_fkey FOREIGN KEY (site_id) REFERENCES sites(id),
  add constraint submissions_site_id_graded_by_fkey FOREIGN KEY (site_id, graded_by) REFERENCES members(site_id, id),
  add constraint submissions_site_id_lecture_id_fkey FOREIGN KEY (site_id, lecture_id) REFERENCES assignments(site_id, lecture_id),
  add constraint submissions_site_id_student_id_fkey FOREIGN KEY (site_id, student_id) REFERENCES members(site_id, id);

alter table subscriptions
  add constraint subscriptions_site_id_fkey FOREIGN KEY (site_id) REFERENCES sites(id),
  add constraint subscriptions_site_id_member_id_fkey FOREIGN KEY (site_id, member_id) REFERENCES members(site_id, id),
  add constraint subscriptions_site_id_next_pricing_id_fkey FOREIGN KEY (site_id, next_pricing_id) REFERENCES membership_pricings(site_id, id),
  add constraint subscriptions_site_id_plan_id_fkey FOREIGN KEY (site_id, plan_id) REFERENCES membership_plans(site_id, id),
  add constraint subscriptions_site_id_pricing_id_fkey FOREIGN KEY (site_id, pricing_id) REFERENCES membership_pricings(site_id, id);

alter table suppressed_addresses
  add constraint suppressed_addresses_site_id_fkey FOREIGN KEY (site_id) REFERENCES sites(id);

alter table upload_parts
  add constraint upload_parts_site_id_object_id_fkey FOREIGN KEY (site_id, object_id) REFERENCES stored_objects(site_id, id),
  add constraint upload_parts_site_id_upload_id_fkey FOREIGN KEY (site_id, upload_id) REFERENCES uploads(site_id, id);

alter table uploads
  add constraint uploads_site_id_fkey FOREIGN KEY (site_id) REFERENCES sites(id),
  add constraint uploads_site_id_member_id_fkey FOREIGN KEY (site_id, member_id) REFERENCES members(site_id, id);

alter table used_logout_tokens
  add constraint used_logout_tokens_site_id_fkey FOREIGN KEY (site_id) REFERENCES sites(id);

alter table voucher_seats
  add constraint voucher_seats_site_id_member_id_fkey FOREIGN KEY (site_id, member_id) REFERENCES members(site_id, id),
  add constraint voucher_seats_site_id_voucher_id_fkey FOREIGN KEY (site_id, voucher_id) REFERENCES vouchers(site_id, id);

alter table vouchers
  add constraint vouchers_site_id_member_id_fkey FOREIGN KEY (site_id, member_id) REFERENCES members(site_id, id);

alter table webhook_deliveries
  add constraint webhook_deliveries_site_id_endpoint_id_fkey FOREIGN KEY (site_id, endpoint_id) REFERENCES webhook_endpoints(site_id, id);

alter table webhook_endpoints
  add constraint webhook_endpoints_site_id_fkey FOREIGN KEY (site_id) REFERENCES sites(id);

alter table webhook_feeds
  add constraint webhook_feeds_site_id_fkey FOREIGN KEY (site_id) REFERENCES sites(id);

alter table work_drafts
  add constraint work_drafts_site_id_enrollment_id_fkey FOREIGN KEY (site_id, enrollment_id) REFERENCES enrollments(site_id, id),
  add constraint work_drafts_site_id_lecture_id_fkey FOREIGN KEY (site_id, lecture_id) REFERENCES lectures(site_id, id);

insert into schema_migrations (name, applied_at, requires) values
  ('0001-release-0.1.0.sql', now(), '0.1.0'),
  ('0003-drafts-of-lectures.sql', now(), '0.1.0'),
  ('0004-grading-desk.sql', now(), '0.1.0'),
  ('0005-messages.sql', now(), '0.1.0'),
  ('0006-drafts-of-work.sql', now(), '0.1.0'),
  ('0008-calendar-feeds.sql', now(), '0.1.0'),
  ('0009-guest-buyers.sql', now(), '0.1.0'),
  ('0010-ratings-of-all-reviews.sql', now(), '0.1.0'),
  ('0012-index-of-guests.sql', now(), '0.1.0'),
  ('0013-held-sessions.sql', now(), '0.1.0'),
  ('0014-index-of-held-sessions.sql', now(), '0.1.0'),
  ('0015-money-back.sql', now(), '0.1.0'),
  ('0017-vouchers.sql', now(), '0.1.0'),
  ('0018-index-of-unpaid-guests.sql', now(), '0.1.0'),
  ('0019-notes-of-students.sql', now(), '0.1.0'),
  ('0020-theme-of-members.sql', now(), '0.1.0'),
  ('0021-discussions-and-reminders.sql', now(), '0.1.0'),
  ('0022-active-discussions.sql', now(), '0.1.0'),
  ('0023-due-dates.sql', now(), '0.1.0'),
  ('0024-index-of-next-prices.sql', now(), '0.1.0'),
  ('0025-devices-for-notifications.sql', now(), '0.1.0'),
  ('0028-failures-of-payments.sql', now(), '0.1.0'),
  ('0029-methods-of-sign-in.sql', now(), '0.1.0'),
  ('0030-second-factors.sql', now(), '0.1.0'),
  ('0031-identity-providers.sql', now(), '0.1.0'),
  ('0032-index-of-provider-sessions.sql', now(), '0.1.0'),
  ('0033-provisioning.sql', now(), '0.1.0'),
  ('0034-index-of-email-domains.sql', now(), '0.1.0'),
  ('0037-sign-in-codes.sql', now(), '0.1.0'),
  ('0038-opening-of-sessions.sql', now(), '0.2.0'),
  ('0039-authentication-of-tokens.sql', now(), '0.2.0'),
  ('0040-saml.sql', now(), '0.2.0'),
  ('0041-tokens-of-provider-sessions.sql', now(), '0.2.0'),
  ('0042-index-of-provider-tokens.sql', now(), '0.2.0');

