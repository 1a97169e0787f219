import { createHash, randomBytes } from 'node:crypto';

const TOKEN_BYTES = 32;

/** 256 random bits, as 43 URL-safe characters. */
export const createToken = (): string => randomBytes(TOKEN_BYTES).toString('base64url');

/**
 * The stored digest of a token. A fast one suffices, because 256 random bits cannot be guessed from
 * it.
 */
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest();
