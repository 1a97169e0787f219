import {
  changeEmail,
  changePassword,
  deleteAccount,
  listSessions,
  logoutEverywhere,
  revokeSession,
} from '@izgodno/contract/accounts/calls';
import { getAddress, sendConfirmation } from '@izgodno/contract/accounts/address-calls';
import { exportAccount } from '@izgodno/contract/accounts/account-export';
import { queryOptions } from '@tanstack/react-query';
import { api } from '#core/api/api.ts';
import { session } from '#core/session/browser/session.ts';

export const devicesQuery = queryOptions({
  queryKey: ['account', 'devices'],
  queryFn: async ({ signal }) => (await api.call(listSessions, {}, signal)).sessions,
});

export const addressQuery = queryOptions({
  queryKey: ['account', 'address'],
  queryFn: async ({ signal }) => (await api.call(getAddress, {}, signal)).address,
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

/** Returns whether the email changed at once; otherwise it must be confirmed first. */
export const chooseEmail = async (body: {
  currentPassword: string;
  email: string;
}): Promise<boolean> => {
  const { user } = await api.call(changeEmail, { body });
  session.dispatch({ kind: 'user-changed', user });
  return user.email === body.email.trim().toLowerCase();
};

export const askForConfirmation = async (): Promise<void> => {
  await api.call(sendConfirmation, {});
};

export const removeAccount = async (body: { currentPassword: string }): Promise<void> => {
  await api.call(deleteAccount, { body });
  session.dispatch({ kind: 'logout-asked' });
};

/** Returns all stored data about the account as JSON text. */
export const downloadAccount = async (): Promise<string> => {
  const { success: _, ...kept } = await api.call(exportAccount, {});
  return JSON.stringify(kept, null, 2);
};
