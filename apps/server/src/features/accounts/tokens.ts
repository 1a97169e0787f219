import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import * as z from 'zod/mini';
import { expectShape } from '@izgodno/contract/common/parse-untrusted';
import { createToken } from '#platform/tokens.ts';

const CIPHER = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** Two tokens created together. Times are in epoch milliseconds. */
export interface TokenPair {
  readonly accessToken: string;
  readonly accessExpiresAt: number;
  readonly refreshToken: string;
  readonly refreshExpiresAt: number;
}

/** What a refresh token was exchanged for. */
export interface Successor {
  readonly tokens: TokenPair;
  /** The client's id of the refresh, which only that client can repeat. */
  readonly attempt: string | undefined;
}

const successorSchema = z.object({
  accessToken: z.string(),
  accessExpiresAt: z.number(),
  refreshToken: z.string(),
  refreshExpiresAt: z.number(),
  attempt: z.optional(z.string()),
});

export const createTokenPair = (accessExpiresAt: number, refreshExpiresAt: number): TokenPair => ({
  accessToken: createToken(),
  accessExpiresAt,
  refreshToken: createToken(),
  refreshExpiresAt,
});

// Independent of the stored digest, so that neither can be derived from the other by a reader of
// the database.
const sealingKey = (token: string): Buffer =>
  Buffer.from(hkdfSync('sha256', token, '', 'izgodno: successor of a refresh token', 32));

/** Encrypts what a refresh token was exchanged for, readable only with that token. */
export const sealSuccessor = (refreshToken: string, { tokens, attempt }: Successor): Buffer => {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(CIPHER, sealingKey(refreshToken), iv);
  const sealed = Buffer.concat([
    cipher.update(JSON.stringify({ ...tokens, attempt })),
    cipher.final(),
  ]);
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]);
};

/** Decrypts what `sealSuccessor` wrote. Throws for another token. */
export const openSuccessor = (refreshToken: string, sealed: Buffer): Successor => {
  const iv = sealed.subarray(0, IV_BYTES);
  const decipher = createDecipheriv(CIPHER, sealingKey(refreshToken), iv, {
    authTagLength: TAG_BYTES,
  });
  decipher.setAuthTag(sealed.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
  const text = Buffer.concat([
    decipher.update(sealed.subarray(IV_BYTES + TAG_BYTES)),
    decipher.final(),
  ]);
  const { attempt, ...tokens } = expectShape(successorSchema, JSON.parse(text.toString()));
  return { tokens, attempt };
};
