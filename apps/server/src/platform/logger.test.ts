import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createLogger } from './logger.ts';

const linesOf = (log: (logger: ReturnType<typeof createLogger>) => void): string => {
  let text = '';
  log(createLogger('info', { write: (line: string) => void (text += line) }));
  return text;
};

test.for([
  'authorization',
  'cookie',
  'set-cookie',
  'password',
  'currentPassword',
  'newPassword',
  'accessToken',
  'refreshToken',
  'token',
])('%s is not logged, in any object', (key) => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 3 }), (depth) => {
      let value: object = { [key]: 'the secret' };
      for (let level = 0; level < depth; level += 1) value = { holder: value };
      const line = linesOf((logger) => logger.info(value, 'a line'));
      expect(line).toContain('a line');
      expect(line).toContain('[redacted]');
      expect(line).not.toContain('the secret');
    }),
  );
});

test('the content of a row that the database rejected is not logged with the error', () => {
  const rejected = Object.assign(new Error('violates check constraint'), {
    code: '23514',
    detail: 'Failing row contains (Мария, maria@izgodno.example, $argon2id$…).',
  });
  const line = linesOf((logger) => logger.error({ err: rejected }, 'call failed'));
  expect(line).toContain('violates check constraint');
  expect(line).toContain('23514');
  expect(line).not.toContain('maria@');
});
