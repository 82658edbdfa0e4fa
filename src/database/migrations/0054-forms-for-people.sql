-- Description and audience of a form.
alter table forms
  add column description_markdown text not null default '',
  add column audience text not null default 'everybody' check (audience in ('everybody', 'members'));
