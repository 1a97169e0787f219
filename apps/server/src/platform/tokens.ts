import { createHash, randomBytes } from 'node:crypto';

const TOKEN_BYTES = 32;

/** 256 random bits, as 43 characters that stand in addresses as they are. */
export const createToken = (): string => randomBytes(TOKEN_BYTES).toString('base64url');

/** What is kept of a token. A fast digest does: 256 random bits cannot be guessed from it. */
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest();
