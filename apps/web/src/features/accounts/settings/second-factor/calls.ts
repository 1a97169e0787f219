import * as calls from '@izgodno/contract/accounts/factor-calls';
import { queryOptions } from '@tanstack/react-query';
import { api } from '#core/api/api.ts';
import { createPasskey } from '../../passkeys.ts';

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
