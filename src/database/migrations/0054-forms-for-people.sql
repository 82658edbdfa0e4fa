-- What stands above the questions of a form, and who may answer them.
alter table forms
  add column description_markdown text not null default '',
  add column audience text not null default 'everybody' check (audience in ('everybody', 'members'));
