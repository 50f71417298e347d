-- The numbers of the invoices that a company writes for each of its payees: one that was given is given to nothing else, and what became of it stays known.
create table self_billed_number (
  owner_kind text not null check (owner_kind in ('affiliate', 'partner')),
  owner bigint not null,
  place bigint not null,
  number text not null,
  given_at timestamptz not null,
  -- The payment was withdrawn, refused or came back, and no other took the invoice: the number stays unused.
  voided_at timestamptz,
  primary key (owner_kind, owner, place)
);
create unique index self_billed_number_once on self_billed_number (owner_kind, owner, number);

insert into self_billed_number (owner_kind, owner, place, number, given_at)
  select owner_kind, owner, substring(number from '[0-9]+$')::bigint, number, entered_at from invoice where is_self_billed and number ~ '-[0-9]{1,15}$'
  on conflict do nothing;
-- Those that payments still name, and no invoice does.
insert into self_billed_number (owner_kind, owner, place, number, given_at, voided_at)
  select owner.kind, owner.id, substring(payment.invoice from '[0-9]+$')::bigint, payment.invoice, payment.created_at, payment.updated_at
    from payment cross join lateral (values ('affiliate', payment.affiliate), ('partner', payment.partner)) owner (kind, id)
    where owner.id is not null and payment.invoice ~ ('^SB-' || upper(left(owner.kind, 1)) || owner.id || '-[0-9]{1,15}$')
    order by payment.id
  on conflict do nothing;

create function note_self_billed() returns trigger language plpgsql security definer as $$
begin
  if tg_op = 'DELETE' then
    update self_billed_number set voided_at = now() where owner_kind = old.owner_kind and owner = old.owner and number = old.number;
  else
    insert into self_billed_number (owner_kind, owner, place, number, given_at)
      values (new.owner_kind, new.owner, substring(new.number from '[0-9]+$')::bigint, new.number, new.entered_at);
  end if;
  return null;
end $$;
do $$ begin
  execute format('alter function note_self_billed() set search_path = %I, pg_temp', current_schema());
end $$;
revoke execute on function note_self_billed() from public;
create trigger self_billed_number_is_given after insert on invoice for each row when (new.is_self_billed) execute function note_self_billed();
create trigger self_billed_number_is_voided after delete on invoice for each row when (old.is_self_billed) execute function note_self_billed();
