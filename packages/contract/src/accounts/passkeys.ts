import * as z from 'zod/mini';
import { lineOfText } from '../common/text.ts';
import { PASSKEY_NAME_LENGTH } from './limits.ts';

/** Bytes in base64url, with a maximum number of characters. */
const bytes = (maximum: number) => z.string().check(z.regex(/^[\w-]+$/), z.maxLength(maximum));

const credentialId = bytes(1_400);
const transports = z.array(z.string().check(z.regex(/^[a-z-]{1,30}$/))).check(z.maxLength(10));

export const passkeyIdSchema = z.uuid({ version: 'v7' });
export const passkeyNameSchema = lineOfText(PASSKEY_NAME_LENGTH);

/** A passkey in the list of its owner. Times are ISO 8601. */
export const passkeySchema = z.object({
  id: passkeyIdSchema,
  name: z.string(),
  createdAt: z.string(),
  lastUsedAt: z.nullable(z.string()),
  /** Whether the user's other devices may have it too. */
  synced: z.boolean(),
});
export type Passkey = z.infer<typeof passkeySchema>;

const descriptor = z.object({
  id: z.string(),
  type: z.literal('public-key'),
  transports: z.array(z.string()),
});

const userVerification = z.enum(['required', 'preferred']);

/** The argument of `navigator.credentials.create` (`PublicKeyCredentialCreationOptionsJSON`). */
export const passkeyCreationSchema = z.object({
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  challenge: z.string(),
  pubKeyCredParams: z.array(z.object({ alg: z.int(), type: z.literal('public-key') })),
  timeout: z.int(),
  excludeCredentials: z.array(descriptor),
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    requireResidentKey: z.literal(true),
    userVerification,
  }),
  attestation: z.literal('none'),
});

/** The argument of `navigator.credentials.get` (`PublicKeyCredentialRequestOptionsJSON`). */
export const passkeyRequestSchema = z.object({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.int(),
  /** Empty: any passkey of the user for this site. */
  allowCredentials: z.array(descriptor),
  userVerification,
});
export type PasskeyRequest = z.infer<typeof passkeyRequestSchema>;

/** The browser's response with a new passkey. */
export const createdPasskeySchema = z.strictObject({
  id: credentialId,
  clientDataJSON: bytes(8_000),
  attestationObject: bytes(20_000),
  transports: z.optional(transports),
});
export type CreatedPasskey = z.infer<typeof createdPasskeySchema>;

/** The browser's response with a passkey's signature. */
export const passkeyAssertionSchema = z.strictObject({
  id: credentialId,
  clientDataJSON: bytes(8_000),
  authenticatorData: bytes(4_000),
  signature: bytes(8_000),
  userHandle: z.optional(bytes(100)),
});
export type PasskeyAssertion = z.infer<typeof passkeyAssertionSchema>;
