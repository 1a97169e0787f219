import { expect, test } from 'vitest';
import { hashToken } from '#platform/tokens.ts';
import { createTokenPair, openSuccessor, sealSuccessor } from './tokens.ts';

test('tokens are 256 random bits, and each is stored as a different digest', () => {
  const one = createTokenPair(1, 2);
  const other = createTokenPair(1, 2);
  const tokens = [one.accessToken, one.refreshToken, other.accessToken, other.refreshToken];
  expect(new Set(tokens.map((token) => hashToken(token).toString('hex'))).size).toBe(4);
  for (const token of tokens) expect(Buffer.from(token, 'base64url')).toHaveLength(32);
});

test('a successor is readable only with the token it replaced', () => {
  const [old, tokens, stranger] = [
    createTokenPair(1, 2),
    createTokenPair(3, 4),
    createTokenPair(5, 6),
  ];
  const next = { tokens, attempt: 'the first of this client' };
  const sealed = sealSuccessor(old.refreshToken, next);
  expect(openSuccessor(old.refreshToken, sealed)).toEqual(next);
  expect(() => openSuccessor(stranger.refreshToken, sealed)).toThrow('unable to authenticate');
  expect(() => openSuccessor(hashToken(old.refreshToken).toString('base64url'), sealed)).toThrow(
    'unable to authenticate',
  );
  sealed.writeUInt8(sealed.readUInt8(sealed.length - 1) ^ 1, sealed.length - 1);
  expect(() => openSuccessor(old.refreshToken, sealed)).toThrow('unable to authenticate');
});
