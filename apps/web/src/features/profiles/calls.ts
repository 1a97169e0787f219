import {
  getProfile,
  getSeller,
  getSettings,
  updateProfile,
  updateSettings,
  type PersonalSettings,
  type Profile,
} from '@izgodno/contract/profiles/calls';
import type { CallInput } from '@izgodno/contract/common/call';
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { api } from '#core/api/api.ts';
import { session } from '#core/session/browser/session.ts';

export const profileQuery = queryOptions({
  queryKey: ['profile', 'own'],
  queryFn: async ({ signal }) => (await api.call(getProfile, {}, signal)).profile,
});

export const sellerQuery = (id: string) =>
  queryOptions({
    queryKey: ['profile', 'seller', id],
    queryFn: async ({ signal }) => (await api.call(getSeller, { params: { id } }, signal)).seller,
  });

export const settingsQuery = queryOptions({
  queryKey: ['profile', 'settings'],
  queryFn: async ({ signal }) => (await api.call(getSettings, {}, signal)).settings,
});

/** Throws `ApiError`. */
export const saveProfile = async (
  queries: QueryClient,
  body: CallInput<typeof updateProfile>['body'],
): Promise<Profile> => {
  const { profile } = await api.call(updateProfile, { body });
  queries.setQueryData(profileQuery.queryKey, profile);
  void queries.invalidateQueries({ queryKey: sellerQuery(profile.id).queryKey });
  const { phase } = session.get();
  const user = phase.kind === 'signed-in' ? phase.session.user : null;
  if (user !== null && user.name !== profile.name) {
    session.dispatch({ kind: 'user-changed', user: { ...user, name: profile.name } });
  }
  return profile;
};

/** Throws `ApiError`. */
export const saveSettings = async (
  queries: QueryClient,
  body: Partial<PersonalSettings>,
): Promise<void> => {
  const { settings } = await api.call(updateSettings, { body });
  queries.setQueryData(settingsQuery.queryKey, settings);
};
