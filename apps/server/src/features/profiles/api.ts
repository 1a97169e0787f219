import type { FastifyInstance } from 'fastify';
import * as calls from '@izgodno/contract/profiles/calls';
import type { Call } from '@izgodno/contract/common/call';
import { DAY_MS } from '@izgodno/contract/common/durations';
import type { FieldError } from '@izgodno/contract/common/errors';
import type { Bus } from '#platform/bus.ts';
import { monthOf, type Clock } from '#platform/clock.ts';
import { type CallHandler, createCallAdder } from '#platform/http/add-call.ts';
import { CallError } from '#platform/http/errors.ts';
import { type AccountData, findSuspension, renameUser } from '#features/accounts/api.ts';
import { changeDeals } from '#features/deals/api.ts';
import type { Files } from '#features/uploads/api.ts';
import type { Database } from '#schema/schema.ts';
import { findProfile, type ProfileRow, storeProfile } from './profile-repository.ts';

interface ProfileContext {
  readonly database: Database;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly files: Files;
}

type ProfileCall<C extends Call> = CallHandler<ProfileContext, C>;

const errors = {
  avatar: { code: calls.profileFieldErrors.unknownFile, message: 'Expected a picture of your own' },
  location: { code: calls.profileFieldErrors.unknownLocation, message: 'Expected a known place' },
} as const satisfies Record<string, FieldError>;

const invalid = (field: keyof typeof errors, cause?: unknown): CallError =>
  new CallError('validation_failed', { fields: { [field]: errors[field] }, cause });

/** Each change of a name changes all deals of the member, which show it. */
export const NAME_CHANGES_PER_DAY = 5;
const nameChanges = { tries: NAME_CHANGES_PER_DAY, windowMs: DAY_MS } as const;

const locationOf = ({ location }: ProfileRow): calls.Profile['location'] =>
  location === null ? null : { id: location.id, name: { bg: location.bg, en: location.en } };

const requireProfile = async (
  { database }: ProfileContext,
  userId: string,
  missing: 'session_expired' | 'not_found' = 'session_expired',
): Promise<ProfileRow> => {
  const row = await findProfile(database, userId);
  if (row === null) throw new CallError(missing);
  return row;
};

const avatarOf = async (
  { files }: ProfileContext,
  { avatarFileId }: ProfileRow,
): Promise<calls.Profile['avatar']> => {
  if (avatarFileId === null) return null;
  const file = (await files.describe([avatarFileId])).get(avatarFileId);
  return file === undefined ? null : { fileId: file.id, url: file.url };
};

const readProfile = async (context: ProfileContext, userId: string): Promise<calls.Profile> => {
  const row = await requireProfile(context, userId);
  return {
    id: row.id,
    name: row.name,
    email: row.email,
    about: row.about,
    avatar: await avatarOf(context, row),
    location: locationOf(row),
    createdAt: row.createdAt.toISOString(),
  };
};

const checkAvatar = async (
  { files }: ProfileContext,
  userId: string,
  avatar: string | null | undefined,
): Promise<void> => {
  if (avatar === undefined || avatar === null) return;
  const [file] = await files.findOwned([avatar], userId);
  if (file?.kind !== 'image') throw invalid('avatar');
};

const checkLocation = async (
  { database }: ProfileContext,
  location: string | null | undefined,
): Promise<void> => {
  if (location === undefined || location === null) return;
  const known = await database
    .selectFrom('locations')
    .select('id')
    .where('id', '=', location)
    .executeTakeFirst();
  if (known === undefined) throw invalid('location');
};

const updateProfile: ProfileCall<typeof calls.updateProfile> = async (
  context,
  { body: { name, about, avatar, location }, user, request },
) => {
  const { database, bus, files } = context;
  await Promise.all([checkAvatar(context, user.id, avatar), checkLocation(context, location)]);
  const before = await requireProfile(context, user.id);
  const newName = name === before.name ? undefined : name;
  if (newName !== undefined) request.server.rateWindows.take(nameChanges, `name of ${user.id}`);
  await database.transaction().execute(async (transaction) => {
    if (newName !== undefined) {
      await renameUser(transaction, user.id, newName);
      // Deals show the name of their seller.
      await changeDeals({ transaction, bus }, { sellerId: user.id }, {});
    }
    await storeProfile(transaction, user.id, {
      ...(about === undefined ? {} : { about }),
      ...(avatar === undefined ? {} : { avatar_file_id: avatar }),
      ...(location === undefined ? {} : { location_id: location }),
    });
    if (avatar === undefined) return;
    const subject = { kind: 'avatar', id: user.id } as const;
    const keep = avatar === null ? [] : [avatar];
    await files.release(subject, { keep, transaction });
    await files.attach(keep, subject, user.id, transaction).catch((error: unknown) => {
      throw error instanceof CallError && error.code === 'not_found'
        ? invalid('avatar', error)
        : error;
    });
  });
  return { profile: await readProfile(context, user.id) };
};

const updateSettings: ProfileCall<typeof calls.updateSettings> = async (
  context,
  { body: { language, theme, showLev, showLocation, showSoldCount }, user },
) => {
  await storeProfile(context.database, user.id, {
    ...(language === undefined ? {} : { language }),
    ...(theme === undefined ? {} : { theme }),
    ...(showLev === undefined ? {} : { show_lev: showLev }),
    ...(showLocation === undefined ? {} : { show_location: showLocation }),
    ...(showSoldCount === undefined ? {} : { show_sold_count: showSoldCount }),
  });
  return { settings: (await requireProfile(context, user.id)).settings };
};

const isSuspended = async ({ database, clock }: ProfileContext, userId: string): Promise<boolean> =>
  (await findSuspension(database, userId, new Date(clock.now()))) !== null;

/** What a member shows of themselves; nothing while they are suspended. */
const readShown = async (
  context: ProfileContext,
  row: ProfileRow,
): Promise<Pick<calls.Seller, 'about' | 'avatarUrl' | 'location'>> => {
  if (await isSuspended(context, row.id)) return { about: '', avatarUrl: null, location: null };
  return {
    about: row.about,
    avatarUrl: (await avatarOf(context, row))?.url ?? null,
    location: row.settings.showLocation ? locationOf(row) : null,
  };
};

/** The public profile of a member. Throws `not_found`. */
const getSeller: ProfileCall<typeof calls.getSeller> = async (context, { params }) => {
  const row = await requireProfile(context, params.id, 'not_found');
  const counts = await context.database
    .selectFrom('deals')
    .select((expression) => ['status', expression.fn.countAll<number>().as('deals')])
    .where('seller_id', '=', params.id)
    .where('deleted_at', 'is', null)
    .groupBy('status')
    .execute();
  const count = (status: 'active' | 'sold'): number =>
    counts.find((entry) => entry.status === status)?.deals ?? 0;
  const seller = {
    id: row.id,
    name: row.name,
    ...(await readShown(context, row)),
    // The day of registration is private.
    memberSince: monthOf(row.createdAt.getTime()),
    activeDeals: count('active'),
    soldDeals: row.settings.showSoldCount ? count('sold') : null,
  };
  return { seller };
};

export interface ProfileDependencies extends ProfileContext {
  readonly accountData: AccountData;
}

/** Registers users' profiles and settings. */
export const registerProfile = (app: FastifyInstance, dependencies: ProfileDependencies): void => {
  const { files, accountData } = dependencies;
  const readSettings = async (userId: string) =>
    (await requireProfile(dependencies, userId)).settings;
  // Avatars are shown with names, and names are public.
  files.registerAccessPolicy({
    kind: 'avatar',
    mayRead: async (userId) => !(await isSuspended(dependencies, userId)),
  });
  accountData.exports('profile', (userId) => readProfile(dependencies, userId));
  accountData.exports('settings', readSettings);
  accountData.onDeletion((transaction, userId) =>
    files.release({ kind: 'avatar', id: userId }, { transaction }),
  );
  accountData.onSuspension({
    async suspend(transaction, userId, { removeContent }) {
      if (!removeContent) return;
      await storeProfile(transaction, userId, { about: '', avatar_file_id: null });
      await files.release({ kind: 'avatar', id: userId }, { transaction });
    },
  });

  const add = createCallAdder<ProfileContext>(app, dependencies);
  add(calls.getProfile, async (context, { user }) => ({
    profile: await readProfile(context, user.id),
  }));
  add(calls.updateProfile, updateProfile);
  add(calls.getSettings, async (_, { user }) => ({ settings: await readSettings(user.id) }));
  add(calls.updateSettings, updateSettings);
  add(calls.getSeller, getSeller);
};
