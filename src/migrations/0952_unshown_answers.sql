-- What the system of an affiliate's target answered is shown to nobody any more: it could be one of the operator's own.
update signal_delivery set answer = null from signal_target target
  where target.id = signal_delivery.target and target.affiliate is not null and status is not null and answer is not null;
