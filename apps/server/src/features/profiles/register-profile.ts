import type { FastifyInstance } from 'fastify';
import {
  getProfile,
  getSeller,
  getSettings,
  updateProfile,
  updateSettings,
} from '@izgodno/contract/profiles/calls';
import { addCall } from '#platform/http/add-call.ts';
import type { AccountData } from '#features/accounts/api.ts';
import { createProfileService, type ProfileOptions } from './profile-service.ts';

export interface ProfileDependencies extends ProfileOptions {
  readonly accountData: AccountData;
}

/** Registers users' profiles and settings. */
export const registerProfile = (app: FastifyInstance, dependencies: ProfileDependencies): void => {
  const { files, accountData } = dependencies;
  const profiles = createProfileService(dependencies);
  // Avatars are shown with names, and names are public.
  files.registerAudience({ kind: 'avatar', mayRead: () => Promise.resolve(true) });
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
