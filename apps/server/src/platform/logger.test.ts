import { existsSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createLogger, openLog } from './logger.ts';

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
    where: 'COPY users, line 1: "Мария maria@izgodno.example"',
  });
  const line = linesOf((logger) => logger.error({ err: rejected }, 'call failed'));
  expect(line).toContain('violates check constraint');
  expect(line).toContain('23514');
  expect(line).not.toContain('maria@');
});

test('an error is logged with its plain properties only, each bounded, and its causes', () => {
  const cause = Object.assign(new Error('Connection terminated'), { code: 'ECONNRESET' });
  const error = Object.assign(new Error('x'.repeat(50_000), { cause }), {
    client: { password: 'the secret', buffers: 'y'.repeat(50_000) },
    routine: 'z'.repeat(50_000),
  });
  const line = linesOf((logger) => logger.warn({ err: error }, 'database connection lost'));
  expect(line).toContain('ECONNRESET');
  expect(line).not.toContain('the secret');
  expect(line.length).toBeLessThan(8_000);
});

test('of a long chain of causes, the first ones are logged', () => {
  const error = ['fourth', 'third', 'second', 'first'].reduce<Error | undefined>(
    (cause, name) => new Error(`the ${name}`, { cause }),
    undefined,
  );
  const line = linesOf((logger) => logger.warn({ err: error }, 'failed'));
  for (const name of ['first', 'second', 'third']) expect(line).toContain(`the ${name}`);
  expect(line).not.toContain('the fourth');
});

test.skipIf(!existsSync('/dev/full'))('a full disk loses lines and ends nothing', () => {
  const logger = createLogger('info', openLog('/dev/full'));
  expect(() => {
    for (let line = 0; line < 10_000; line += 1) logger.info({ line }, 'a line'.repeat(20));
  }).not.toThrow();
});
