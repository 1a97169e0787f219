import {
  changeEmail,
  changePassword,
  deleteAccount,
  listSessions,
  logoutEverywhere,
  revokeSession,
} from '@izgodno/contract/accounts/calls';
import { getEmail, sendConfirmation } from '@izgodno/contract/accounts/email-calls';
import { exportAccount } from '@izgodno/contract/accounts/account-export';
import { queryOptions } from '@tanstack/react-query';
import * as calls from '@izgodno/contract/accounts/factor-calls';
import { api } from '#core/api/api.ts';
import { session } from '#core/session/browser/session.ts';
import { createPasskey } from '../passkeys.ts';

export const factorsQuery = queryOptions({
  queryKey: ['account', 'factors'],
  queryFn: ({ signal }) => api.call(calls.getFactors, {}, signal),
});

/** The password, if one is required. */
const proof = (currentPassword: string) => (currentPassword === '' ? {} : { currentPassword });

/**
 * Returns the recovery codes created with the first factor. Throws errors that `passkeyFailureText`
 * explains.
 */
export const addPasskey = async (name: string, password: string): Promise<string[] | null> => {
  const { options } = await api.call(calls.askToAddPasskey, { body: proof(password) });
  const created = await createPasskey(options);
  return (await api.call(calls.addPasskey, { body: { name, created } })).recoveryCodes;
};

/** All of these throw `ApiError`. */
export const renamePasskey = async (id: string, name: string): Promise<void> => {
  await api.call(calls.renamePasskey, { params: { id }, body: { name } });
};

export const removePasskey = async (id: string, password: string): Promise<void> => {
  await api.call(calls.removePasskey, { params: { id }, body: proof(password) });
};

export const setUpApp = (password: string) => api.call(calls.setUpTotp, { body: proof(password) });

export const confirmApp = async (code: string): Promise<string[] | null> =>
  (await api.call(calls.confirmTotp, { body: { code } })).recoveryCodes;

export const removeApp = async (password: string): Promise<void> => {
  await api.call(calls.removeTotp, { body: proof(password) });
};

export const renewCodes = async (password: string): Promise<string[]> =>
  (await api.call(calls.renewRecoveryCodes, { body: proof(password) })).recoveryCodes;

export const devicesQuery = queryOptions({
  queryKey: ['account', 'devices'],
  queryFn: async ({ signal }) => (await api.call(listSessions, { query: {} }, signal)).sessions,
});

export const emailQuery = queryOptions({
  queryKey: ['account', 'address'],
  queryFn: async ({ signal }) => (await api.call(getEmail, {}, signal)).address,
  // Its user confirms it in another tab, and comes back soon.
  staleTime: 0,
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
  const { success: _, ...stored } = await api.call(exportAccount, {});
  return JSON.stringify(stored, null, 2);
};
