import { describe, expect, test } from 'vitest';
import { matchTotp, toBase32, totpCode, totpStep, totpUri } from './totp.ts';

const secret = Buffer.from('12345678901234567890');

describe('codes of authenticator apps', () => {
  // RFC 6238, appendix B, SHA-1.
  test.for([
    [59, '94287082'],
    [1_111_111_109, '07081804'],
    [1_111_111_111, '14050471'],
    [1_234_567_890, '89005924'],
    [2_000_000_000, '69279037'],
    [20_000_000_000, '65353130'],
  ] as const)('are those of the RFC after %d seconds', ([seconds, code]) => {
    expect(totpCode(secret, totpStep(seconds * 1000), 8)).toBe(code);
  });

  test('are accepted one step early and late, no more', () => {
    const step = 40_000;
    const at = step * 30_000;
    for (const offset of [-1, 0, 1])
      expect(matchTotp(secret, totpCode(secret, step + offset), at)).toBe(step + offset);
    for (const offset of [-2, 2])
      expect(matchTotp(secret, totpCode(secret, step + offset), at)).toBeNull();
    expect(matchTotp(secret, '12345', at)).toBeNull();
  });

  test('may be typed with the space that apps show', () => {
    const code = totpCode(secret, 7);
    expect(matchTotp(secret, `${code.slice(0, 3)} ${code.slice(3)}`, 7 * 30_000)).toBe(7);
  });
});

test('a secret is encoded in base32', () => {
  expect(toBase32(secret)).toBe('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ');
  expect(totpUri(secret, 'Изгодно', 'a b@izgodno.example')).toBe(
    'otpauth://totp/%D0%98%D0%B7%D0%B3%D0%BE%D0%B4%D0%BD%D0%BE:a%20b%40izgodno.example?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=%D0%98%D0%B7%D0%B3%D0%BE%D0%B4%D0%BD%D0%BE',
  );
});
