import type { FastifyInstance } from 'fastify';
import {
  getProfile,
  getSeller,
  getSettings,
  type PersonalSettings,
  type Profile,
  profileFieldErrors,
  type Seller,
  updateProfile,
  updateSettings,
} from '@izgodno/contract/profiles/calls';
import { addCall } from '#platform/http/add-call.ts';
import { type AccountData, renameUser } from '#features/accounts/api.ts';
import type { FieldError } from '@izgodno/contract/common/errors';
import type { Bus } from '#platform/bus.ts';
import type { Database } from '#schema/schema.ts';
import { CallError } from '#platform/http/errors.ts';
import { changeDeals } from '#features/deals/api.ts';
import type { Files } from '#features/uploads/api.ts';
import {
  findProfile,
  type ProfileColumns,
  type ProfileRow,
  storeProfile,
} from './profile-repository.ts';

interface ProfileOptions {
  readonly database: Database;
  readonly bus: Bus;
  readonly files: Files;
}

interface ProfileChanges {
  readonly name?: string | undefined;
  readonly about?: string | undefined;
  readonly avatar?: string | null | undefined;
  readonly location?: string | null | undefined;
}

type SettingsChanges = {
  readonly [Name in keyof PersonalSettings]?: PersonalSettings[Name] | undefined;
};

const errors = {
  avatar: { code: profileFieldErrors.unknownFile, message: 'Expected a picture of your own' },
  location: { code: profileFieldErrors.unknownLocation, message: 'Expected a known place' },
} as const satisfies Record<string, FieldError>;

const reject = (field: keyof typeof errors, cause?: unknown): CallError =>
  new CallError('validation_failed', { fields: { [field]: errors[field] }, cause });

const MONTH_LENGTH = '2026-11'.length;

/** The month of a time, because the day of registration is private. */
const monthOf = (time: Date): string => `${time.toISOString().slice(0, MONTH_LENGTH)}-01`;

const locationOf = ({ location }: ProfileRow): Profile['location'] =>
  location === null ? null : { id: location.id, name: { bg: location.bg, en: location.en } };

const createProfileService = ({ database, bus, files }: ProfileOptions) => {
  const require = async (userId: string, missing: 'session_expired' | 'not_found') => {
    const row = await findProfile(database, userId);
    if (row === null) throw new CallError(missing);
    return row;
  };

  const avatarOf = async ({ avatarFileId }: ProfileRow): Promise<Profile['avatar']> => {
    if (avatarFileId === null) return null;
    const file = (await files.describe([avatarFileId])).get(avatarFileId);
    return file === undefined ? null : { fileId: file.id, url: file.url };
  };

  const present = async (row: ProfileRow): Promise<Profile> => ({
    id: row.id,
    name: row.name,
    email: row.email,
    about: row.about,
    avatar: await avatarOf(row),
    location: locationOf(row),
    createdAt: row.createdAt.toISOString(),
  });

  const checkAvatar = async (userId: string, avatar: string | null | undefined): Promise<void> => {
    if (avatar === undefined || avatar === null) return;
    const [file] = await files.findOwned([avatar], userId);
    if (file?.kind !== 'image') throw reject('avatar');
  };

  const checkLocation = async (location: string | null | undefined): Promise<void> => {
    if (location === undefined || location === null) return;
    const known = await database
      .selectFrom('locations')
      .select('id')
      .where('id', '=', location)
      .executeTakeFirst();
    if (known === undefined) throw reject('location');
  };

  return {
    read: async (userId: string): Promise<Profile> =>
      present(await require(userId, 'session_expired')),

    async update(userId: string, changes: ProfileChanges): Promise<Profile> {
      const { name, about, avatar, location } = changes;
      await Promise.all([checkAvatar(userId, avatar), checkLocation(location)]);
      const columns: ProfileColumns = {
        ...(about === undefined ? {} : { about }),
        ...(avatar === undefined ? {} : { avatar_file_id: avatar }),
        ...(location === undefined ? {} : { location_id: location }),
      };
      await database.transaction().execute(async (transaction) => {
        if (name !== undefined) {
          await renameUser(transaction, userId, name);
          // Deals show the name of their seller.
          await changeDeals({ transaction, bus }, { sellerId: userId }, {});
        }
        await storeProfile(transaction, userId, columns);
        if (avatar === undefined) return;
        const subject = { kind: 'avatar', id: userId } as const;
        const keep = avatar === null ? [] : [avatar];
        await files.release(subject, { keep, transaction });
        await files.attach(keep, subject, userId, transaction).catch((error: unknown) => {
          throw error instanceof CallError && error.code === 'not_found'
            ? reject('avatar', error)
            : error;
        });
      });
      return present(await require(userId, 'session_expired'));
    },

    async readSettings(userId: string): Promise<PersonalSettings> {
      return (await require(userId, 'session_expired')).settings;
    },

    async updateSettings(userId: string, changes: SettingsChanges): Promise<PersonalSettings> {
      const { language, theme, showLev, showLocation, showSoldCount } = changes;
      await storeProfile(database, userId, {
        ...(language === undefined ? {} : { language }),
        ...(theme === undefined ? {} : { theme }),
        ...(showLev === undefined ? {} : { show_lev: showLev }),
        ...(showLocation === undefined ? {} : { show_location: showLocation }),
        ...(showSoldCount === undefined ? {} : { show_sold_count: showSoldCount }),
      });
      return (await require(userId, 'session_expired')).settings;
    },

    /** The public profile of a member. Throws `not_found`. */
    async readSeller(userId: string): Promise<Seller> {
      const row = await require(userId, 'not_found');
      const counts = await database
        .selectFrom('deals')
        .select((expression) => ['status', expression.fn.countAll<number>().as('deals')])
        .where('seller_id', '=', userId)
        .where('deleted_at', 'is', null)
        .groupBy('status')
        .execute();
      const count = (status: 'active' | 'sold'): number =>
        counts.find((entry) => entry.status === status)?.deals ?? 0;
      const avatar = await avatarOf(row);
      return {
        id: row.id,
        name: row.name,
        about: row.about,
        avatarUrl: avatar?.url ?? null,
        location: row.settings.showLocation ? locationOf(row) : null,
        memberSince: monthOf(row.createdAt),
        activeDeals: count('active'),
        soldDeals: row.settings.showSoldCount ? count('sold') : null,
      };
    },
  };
};

export interface ProfileDependencies extends ProfileOptions {
  readonly accountData: AccountData;
}

/** Registers users' profiles and settings. */
export const registerProfile = (app: FastifyInstance, dependencies: ProfileDependencies): void => {
  const { files, accountData } = dependencies;
  const profiles = createProfileService(dependencies);
  // Avatars are shown with names, and names are public.
  files.registerAccessPolicy({ kind: 'avatar', mayRead: () => Promise.resolve(true) });
  accountData.exports('profile', (userId) => profiles.read(userId));
  accountData.exports('settings', (userId) => profiles.readSettings(userId));
  accountData.onDeletion((transaction, userId) =>
    files.release({ kind: 'avatar', id: userId }, { transaction }),
  );

  addCall(app, getProfile, async ({ user }) => ({
    profile: await profiles.read(user.id),
  }));

  addCall(app, updateProfile, async ({ body, user }) => ({
    profile: await profiles.update(user.id, body),
  }));

  addCall(app, getSettings, async ({ user }) => ({
    settings: await profiles.readSettings(user.id),
  }));

  addCall(app, updateSettings, async ({ body, user }) => ({
    settings: await profiles.updateSettings(user.id, body),
  }));

  addCall(app, getSeller, async ({ params }) => ({ seller: await profiles.readSeller(params.id) }));
};
