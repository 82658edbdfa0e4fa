-- requires 0.1.0
-- What a buyer passes on: a gift for one person, or seats of a course for a group. The link is stored as its digest.
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
  constraint vouchers_pkey primary key (site_id, id),
  constraint vouchers_site_id_link_digest_key unique (site_id, link_digest),
  constraint vouchers_site_id_member_id_fkey foreign key (site_id, member_id) references members (site_id, id)
);
create index vouchers_of_member on vouchers (site_id, member_id);
create index vouchers_of_recipient on vouchers (site_id, recipient_email_key) where recipient_email_key is not null;
create index vouchers_to_mail on vouchers (mail_at) where mail_at is not null;
-- Each seat that was paid. A gift has one. Imports replace the lines of orders, so that no key refers to them.
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
  constraint voucher_seats_pkey primary key (site_id, id),
  constraint voucher_seats_site_id_voucher_id_fkey foreign key (site_id, voucher_id) references vouchers (site_id, id),
  constraint voucher_seats_site_id_member_id_fkey foreign key (site_id, member_id) references members (site_id, id)
);
create index voucher_seats_of_voucher on voucher_seats (site_id, voucher_id, id);
create index voucher_seats_of_line on voucher_seats (site_id, line_id);
create index voucher_seats_of_member on voucher_seats (site_id, member_id);
create index voucher_seats_of_product on voucher_seats (site_id, product_id);
create index voucher_seats_of_container on voucher_seats (site_id, container_id);
alter table order_lines add column voucher_id uuid;
