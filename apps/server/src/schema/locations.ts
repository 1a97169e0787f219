interface LocationsTable {
  id: string;
  name_bg: string;
  name_en: string;
  /** `null` for districts themselves. */
  district_id: string | null;
}

/** The tables that only `locations` writes. */
export interface LocationsTables {
  locations: LocationsTable;
}
