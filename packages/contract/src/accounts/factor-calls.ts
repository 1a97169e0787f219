import * as z from 'zod/mini';
import { perAccount, perNetwork } from '../common/call-limit.ts';
import { defineCall } from '../common/call.ts';
import { MINUTE_MS } from '../common/durations.ts';
import {
  createdPasskeySchema,
  passkeyAssertionSchema,
  passkeyCreationSchema,
  passkeyIdSchema,
  passkeyNameSchema,
  passkeyRequestSchema,
  passkeySchema,
} from './passkeys.ts';
import { passwordSchema, sessionTokensSchema } from './session.ts';

const succeeded = z.object({ success: z.literal(true) });
const signedIn = z.extend(sessionTokensSchema, { success: z.literal(true) });

/** Not needed for some minutes after a sign-in (`RECENT_SIGN_IN_MS`). */
const currentPassword = z.optional(passwordSchema);
const proof = z.strictObject({ currentPassword });

/** Typed from an app or a list; the server removes spaces and hyphens. */
const code = z.string().check(z.trim(), z.minLength(1), z.maxLength(40));
const challenge = z.string().check(z.minLength(1), z.maxLength(200));

/** Returned once, with the first factor of an account or on request; else null. */
const recoveryCodes = z.nullable(z.array(z.string()));

export const getFactors = defineCall({
  method: 'GET',
  path: '/api/auth/factors',
  summary: 'The passkeys and the second factor of the account',
  access: 'member',
  limit: { cost: 1 },
  audit: false,
  response: z.object({
    success: z.literal(true),
    passkeys: z.array(passkeySchema),
    /** When the authenticator app was set up, ISO 8601; null without one. */
    totpSince: z.nullable(z.string()),
    recoveryCodesLeft: z.int(),
    /** Whether changing these needs the password. */
    proofRequired: z.boolean(),
    /** Whether the account's role needs a second factor. */
    required: z.boolean(),
  }),
});

export const askToAddPasskey = defineCall({
  method: 'POST',
  path: '/api/auth/passkeys/options',
  summary: 'What the browser needs to make a passkey',
  access: 'member',
  limit: { cost: 20, rates: [perAccount(30, 15 * MINUTE_MS)] },
  audit: false,
  errors: ['limit_reached', 'proof_required', 'wrong_password'],
  body: proof,
  response: z.object({ success: z.literal(true), options: passkeyCreationSchema }),
});

export const addPasskey = defineCall({
  method: 'POST',
  path: '/api/auth/passkeys',
  summary: 'Add a passkey to the account',
  access: 'member',
  limit: { cost: 5, rates: [perAccount(30, 15 * MINUTE_MS)] },
  audit: false,
  errors: ['limit_reached', 'passkey_refused'],
  body: z.strictObject({ name: passkeyNameSchema, created: createdPasskeySchema }),
  response: z.object({ success: z.literal(true), passkey: passkeySchema, recoveryCodes }),
});

export const renamePasskey = defineCall({
  method: 'PATCH',
  path: '/api/auth/passkeys/:id',
  summary: 'Give a passkey another name',
  access: 'member',
  limit: { cost: 3, rates: [perAccount(30, 15 * MINUTE_MS)] },
  audit: false,
  params: z.strictObject({ id: passkeyIdSchema }),
  body: z.strictObject({ name: passkeyNameSchema }),
  response: succeeded,
});

export const removePasskey = defineCall({
  method: 'POST',
  path: '/api/auth/passkeys/:id/remove',
  summary: 'Remove a passkey from the account',
  access: 'member',
  limit: { cost: 20, rates: [perAccount(30, 15 * MINUTE_MS)] },
  audit: false,
  errors: ['proof_required', 'wrong_password'],
  params: z.strictObject({ id: passkeyIdSchema }),
  body: proof,
  response: succeeded,
});

export const setUpTotp = defineCall({
  method: 'POST',
  path: '/api/auth/totp',
  summary: 'Make the secret of an authenticator app; a first code has to confirm it',
  access: 'member',
  limit: { cost: 20, rates: [perAccount(30, 15 * MINUTE_MS)] },
  audit: false,
  errors: ['already_set_up', 'proof_required', 'wrong_password'],
  body: proof,
  response: z.object({
    success: z.literal(true),
    /** Base32, to be typed into the app. */
    secret: z.string(),
    /** The same as an `otpauth:` URI, for a QR code. */
    uri: z.string(),
  }),
});

export const confirmTotp = defineCall({
  method: 'POST',
  path: '/api/auth/totp/confirm',
  summary: 'Confirm an authenticator app by its first code',
  access: 'member',
  limit: { cost: 5, rates: [perAccount(30, 15 * MINUTE_MS)] },
  audit: false,
  errors: ['already_set_up', 'second_factor_failed'],
  body: z.strictObject({ code }),
  response: z.object({ success: z.literal(true), recoveryCodes }),
});

export const removeTotp = defineCall({
  method: 'POST',
  path: '/api/auth/totp/remove',
  summary: 'Remove the authenticator app from the account',
  access: 'member',
  limit: { cost: 20, rates: [perAccount(30, 15 * MINUTE_MS)] },
  audit: false,
  errors: ['not_found', 'proof_required', 'wrong_password'],
  body: proof,
  response: succeeded,
});

export const renewRecoveryCodes = defineCall({
  method: 'POST',
  path: '/api/auth/recovery-codes',
  summary: 'Make new recovery codes; those made before work no more',
  access: 'member',
  limit: { cost: 20, rates: [perAccount(30, 15 * MINUTE_MS)] },
  audit: false,
  errors: ['already_set_up', 'not_found', 'proof_required', 'wrong_password'],
  body: proof,
  response: z.object({ success: z.literal(true), recoveryCodes: z.array(z.string()) }),
});

export const askForPasskey = defineCall({
  method: 'POST',
  path: '/api/auth/passkey-sign-in/options',
  summary: 'What the browser needs to sign in with a passkey',
  access: 'anyone',
  limit: { cost: 2, rates: [perNetwork(1_000, 15 * MINUTE_MS)] },
  audit: false,
  response: z.object({ success: z.literal(true), options: passkeyRequestSchema }),
});

export const signInWithPasskey = defineCall({
  method: 'POST',
  path: '/api/auth/passkey-sign-in',
  summary: 'Sign in with a passkey, without address and password',
  access: 'anyone',
  limit: { cost: 5, rates: [perNetwork(1_000, 15 * MINUTE_MS)] },
  audit: false,
  errors: ['account_suspended', 'passkey_refused', 'sign_in_step_ended'],
  body: z.strictObject({ assertion: passkeyAssertionSchema }),
  response: signedIn,
});

export const finishWithTotp = defineCall({
  method: 'POST',
  path: '/api/auth/login/totp',
  summary: 'Finish a sign-in with a code of the authenticator app',
  access: 'anyone',
  limit: { cost: 5, rates: [perNetwork(1_000, 15 * MINUTE_MS)] },
  audit: false,
  errors: ['account_suspended', 'second_factor_failed', 'sign_in_step_ended'],
  body: z.strictObject({ challenge, code }),
  response: signedIn,
});

export const finishWithRecoveryCode = defineCall({
  method: 'POST',
  path: '/api/auth/login/recovery-code',
  summary: 'Finish a sign-in with a recovery code',
  access: 'anyone',
  limit: { cost: 5, rates: [perNetwork(1_000, 15 * MINUTE_MS)] },
  audit: false,
  errors: ['account_suspended', 'second_factor_failed', 'sign_in_step_ended'],
  body: z.strictObject({ challenge, code }),
  response: signedIn,
});

export const finishWithPasskey = defineCall({
  method: 'POST',
  path: '/api/auth/login/passkey',
  summary: 'Finish a sign-in with a passkey',
  access: 'anyone',
  limit: { cost: 5, rates: [perNetwork(1_000, 15 * MINUTE_MS)] },
  audit: false,
  errors: ['account_suspended', 'passkey_refused', 'sign_in_step_ended'],
  body: z.strictObject({ challenge, assertion: passkeyAssertionSchema }),
  response: signedIn,
});
