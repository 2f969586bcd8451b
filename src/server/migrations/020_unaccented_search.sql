-- Searches also find what is typed without accents, or with another apostrophe or dash. Texts of ASCII alone need nothing for that: the indexes
-- have only the others, so that building them is quick, and the columns `search` stay as the previous version reads them.

-- Returns the form in which accents make no difference: a letter without its marks, one apostrophe, one dash, lower case. Names stay unique in
-- the form of `folded`.
create function unaccented(value text) returns text language sql immutable parallel safe
return lower(
  case
    when octet_length(value) = length(value) then value
    -- The acute accent of a keyboard, typed as an apostrophe, is a space and a mark in this form.
    else regexp_replace(
      regexp_replace(
        regexp_replace(normalize(value, NFKD), U&'[\2018\2019\02BB\02BC\2032]| \0301', '''', 'g'),
        U&'[\2010-\2015\2212]', '-', 'g'
      ),
      U&'[\0300-\036F]', '', 'g'
    )
  end collate code_points
);

create index users_search_unaccented on users using gin (unaccented(search) gin_trgm_ops) where least(octet_length(search) - length(search), 1) = 1;
create index humidity_groups_search_unaccented on humidity_groups using gin (unaccented(search) gin_trgm_ops) where least(octet_length(search) - length(search), 1) = 1;
create index temperature_groups_search_unaccented on temperature_groups using gin (unaccented(search) gin_trgm_ops) where least(octet_length(search) - length(search), 1) = 1;
create index light_groups_search_unaccented on light_groups using gin (unaccented(search) gin_trgm_ops) where least(octet_length(search) - length(search), 1) = 1;
create index plants_search_unaccented on plants using gin (unaccented(search) gin_trgm_ops) where least(octet_length(search) - length(search), 1) = 1;
create index plants_names_unaccented on plants using gin (unaccented(names) gin_trgm_ops) where least(octet_length(names) - length(names), 1) = 1;
create index troubleshoots_search_unaccented on troubleshoots using gin (unaccented(search) gin_trgm_ops) where least(octet_length(search) - length(search), 1) = 1;
create index plant_requests_search_unaccented on plant_requests using gin (unaccented(search) gin_trgm_ops) where least(octet_length(search) - length(search), 1) = 1;
create index sensors_search_unaccented on sensors using gin (unaccented(search) gin_trgm_ops) where least(octet_length(search) - length(search), 1) = 1;
create index gateway_hardwares_search_unaccented on gateway_hardwares using gin (unaccented(search) gin_trgm_ops) where least(octet_length(search) - length(search), 1) = 1;
create index gateways_search_unaccented on gateways using gin (unaccented(search) gin_trgm_ops) where least(octet_length(search) - length(search), 1) = 1;
create index gateway_firmwares_search_unaccented on gateway_firmwares using gin (unaccented(search) gin_trgm_ops) where least(octet_length(search) - length(search), 1) = 1;
create index rollouts_search_unaccented on rollouts using gin (unaccented(search) gin_trgm_ops) where least(octet_length(search) - length(search), 1) = 1;
create index notification_channels_search_unaccented on notification_channels using gin (unaccented(search) gin_trgm_ops) where least(octet_length(search) - length(search), 1) = 1;
create index alert_rules_search_unaccented on alert_rules using gin (unaccented(search) gin_trgm_ops) where least(octet_length(search) - length(search), 1) = 1;
create index alerts_search_unaccented on alerts using gin (unaccented(search) gin_trgm_ops) where least(octet_length(search) - length(search), 1) = 1;
create index audit_entries_search_unaccented on audit_entries using gin (unaccented(search) gin_trgm_ops) where least(octet_length(search) - length(search), 1) = 1;
