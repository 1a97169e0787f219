import {
  changeEmail,
  changePassword,
  deleteAccount,
  listSessions,
  logoutEverywhere,
  revokeSession,
} from '@izgodno/contract/session/calls';
import { exportAccount } from '@izgodno/contract/session/account-export';
import { queryOptions } from '@tanstack/react-query';
import { api } from '#core/api/api.ts';
import { session } from '#core/session-browser/session.ts';

export const devicesQuery = queryOptions({
  queryKey: ['account', 'devices'],
  queryFn: async ({ signal }) => (await api.call(listSessions, {}, signal)).sessions,
});

/** All of these throw `ApiError`. */
export const signOutDevice = async (id: string): Promise<void> => {
  await api.call(revokeSession, { params: { id } });
};

export const signOutEverywhere = async (): Promise<void> => {
  await api.call(logoutEverywhere, {});
  session.dispatch({ kind: 'logout-asked' });
};

export const choosePassword = async (body: {
  currentPassword: string;
  newPassword: string;
}): Promise<void> => {
  await api.call(changePassword, { body });
};

export const chooseEmail = async (body: {
  currentPassword: string;
  email: string;
}): Promise<void> => {
  const { user } = await api.call(changeEmail, { body });
  session.dispatch({ kind: 'user-changed', user });
};

export const removeAccount = async (body: { currentPassword: string }): Promise<void> => {
  await api.call(deleteAccount, { body });
  session.dispatch({ kind: 'logout-asked' });
};

/** Everything kept about the account, as a JSON text. */
export const downloadAccount = async (): Promise<string> => {
  const { success: _, ...kept } = await api.call(exportAccount, {});
  return JSON.stringify(kept, null, 2);
};
