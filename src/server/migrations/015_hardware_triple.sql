-- A hardware is unique by vendor, model and revision, not by its title: Acme, GW 1, A and Acme GW, 1, A have the same.

drop index gateway_hardwares_title_key;
create unique index gateway_hardwares_title_key on gateway_hardwares (folded(vendor), folded(model), folded(revision));
-- Finds the hardware that an import names.
create index gateway_hardwares_title_folded on gateway_hardwares (folded(title));
