import type { Generated } from 'kysely';
import type { LanguageCode } from '@izgodno/contract/common/language';

interface ProfilesTable {
  user_id: string;
  about: Generated<string>;
  avatar_file_id: string | null;
  location_id: string | null;
  language: LanguageCode | null;
  theme: 'light' | 'dark' | null;
  show_lev: Generated<boolean>;
  show_location: Generated<boolean>;
  show_sold_count: Generated<boolean>;
}

/** The tables that only `profiles` writes. */
export interface ProfilesTables {
  profiles: ProfilesTable;
}
