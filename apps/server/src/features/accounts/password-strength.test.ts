import { expect, test } from 'vitest';
import { isWeakPassword } from './password-strength.ts';

test.for(['password', 'Password1!', '12345678', 'qwertyui', 'aaaaaaaa', 'p@55w0rd'.repeat(16)])(
  '%s is guessed at once',
  async (password) => {
    expect(await isWeakPassword(password, [])).toBe(true);
  },
);

test.for(['zebra-lamp-4217', 'the cat sat on my new sofa', 'котката яде риба'])(
  '%s is not',
  async (password) => {
    expect(await isWeakPassword(password, [])).toBe(false);
  },
);

test('a password made of the name or the email address is guessed by a person who knows them', async () => {
  const personal = ['Zdravko Belokonski', 'zbelokonski77@izgodno.example'];
  for (const password of ['Belokonski', 'zbelokonski77', 'zdravko1'])
    expect(await isWeakPassword(password, personal)).toBe(true);
  expect(await isWeakPassword('zbelokonski77', [])).toBe(false);
});
