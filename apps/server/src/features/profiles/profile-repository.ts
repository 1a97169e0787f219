import type { PersonalSettings } from '@izgodno/contract/profiles/calls';
import type { Connection } from '#schema/schema.ts';

export interface ProfileRow {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly createdAt: Date;
  readonly about: string;
  readonly avatarFileId: string | null;
  readonly location: { readonly id: string; readonly bg: string; readonly en: string } | null;
  readonly settings: PersonalSettings;
}

const defaults: PersonalSettings = {
  language: null,
  theme: null,
  showLev: true,
  showLocation: true,
  showSoldCount: true,
};

/** A user's profile without credentials; null if there is no such account. */
export const findProfile = async (
  connection: Connection,
  userId: string,
): Promise<ProfileRow | null> => {
  const row = await connection
    .selectFrom('users')
    .leftJoin('profiles', 'profiles.user_id', 'users.id')
    .leftJoin('locations', 'locations.id', 'profiles.location_id')
    .select([
      'users.id',
      'users.name',
      'users.email',
      'users.created_at as createdAt',
      'profiles.about',
      'profiles.avatar_file_id as avatarFileId',
      'locations.id as locationId',
      'locations.name_bg as bg',
      'locations.name_en as en',
      'profiles.language',
      'profiles.theme',
      'profiles.show_lev as showLev',
      'profiles.show_location as showLocation',
      'profiles.show_sold_count as showSoldCount',
    ])
    .where('users.id', '=', userId)
    .executeTakeFirst();
  if (row === undefined) return null;
  return {
    id: row.id,
    name: row.name,
    email: row.email,
    createdAt: row.createdAt,
    about: row.about ?? '',
    avatarFileId: row.avatarFileId,
    location:
      row.locationId === null || row.bg === null || row.en === null
        ? null
        : { id: row.locationId, bg: row.bg, en: row.en },
    settings: {
      language: row.language ?? defaults.language,
      theme: row.theme ?? defaults.theme,
      showLev: row.showLev ?? defaults.showLev,
      showLocation: row.showLocation ?? defaults.showLocation,
      showSoldCount: row.showSoldCount ?? defaults.showSoldCount,
    },
  };
};

/** Changed columns of a profile; others keep their value or the default. */
interface ProfileColumns {
  readonly about?: string;
  readonly avatar_file_id?: string | null;
  readonly location_id?: string | null;
  readonly language?: PersonalSettings['language'];
  readonly theme?: PersonalSettings['theme'];
  readonly show_lev?: boolean;
  readonly show_location?: boolean;
  readonly show_sold_count?: boolean;
}

export const storeProfile = async (
  connection: Connection,
  userId: string,
  columns: ProfileColumns,
): Promise<void> => {
  await connection
    .insertInto('profiles')
    .values({ user_id: userId, ...columns })
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet({ user_id: userId, ...columns }),
    )
    .execute();
};
