import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { login } from '../accounts/calls.ts';
import { clientFrameSchema } from '../realtime/frames.ts';
import {
  expectShape,
  parseStorable,
  parseUntrusted,
  UnexpectedShapeError,
  type ParseResult,
} from './parse-untrusted.ts';

const hostile = { length: { toString: 1 } };
const body = z.strictObject({
  email: z.string().check(z.maxLength(9)),
  more: z.optional(z.object({ tags: z.array(z.string()).check(z.maxLength(2)) })),
});

const pathsOf = (result: ParseResult<unknown>): readonly string[] =>
  result.success ? [] : result.issues.map(({ path }) => path.join('.'));

describe.each([
  ['parseUntrusted', parseUntrusted],
  ['parseStorable', parseStorable],
])('%s', (_, parse) => {
  test('returns what the schema returns', () => {
    const given = { email: 'a@b.bg', more: { tags: ['x'] } };
    expect(parse(body, given)).toEqual({ success: true, data: given });
    expect(pathsOf(parse(body, { email: 1, other: 2 }))).toEqual(['email', '']);
    expect(parse(body, { email: 1 }).data).toBeUndefined();
  });

  test('names the field that makes the schema throw', () => {
    expect(pathsOf(parse(body, { email: hostile }))).toEqual(['email']);
    expect(pathsOf(parse(body, { email: 'a', more: { tags: hostile } }))).toEqual(['more.tags']);
    expect(pathsOf(parse(login.body, { email: hostile, password: 'x' }))).toEqual(['email']);
    expect(parse(clientFrameSchema, { type: 'hello', token: hostile }).success).toBe(false);
  });

  test('accepts values that JSON does not have', () => {
    const cyclic: Record<string, unknown> = { email: 'a' };
    cyclic['more'] = cyclic;
    const throwing = {
      get email(): string {
        throw new Error('as a getter may');
      },
    };
    const closed = Proxy.revocable({}, {});
    closed.revoke();
    for (const value of [cyclic, throwing, closed.proxy, Symbol('x'), () => 1, 1n, new Date(NaN)]) {
      const result = parse(body, value);
      expect(result.success).toBe(false);
      expect(pathsOf(result).length).toBeGreaterThan(0);
    }
  });
});

describe('text that cannot be stored', () => {
  test.for([
    [{ email: 'a\0b' }, 'email'],
    [{ email: 'a\uD800' }, 'email'],
    [{ email: 'a', more: { tags: ['ok', '\uDC00x'] } }, 'more.tags.1'],
  ] as const)('is rejected at its path: %j', ([value, path]) => {
    expect(parseUntrusted(body, value).success).toBe(true);
    expect(pathsOf(parseStorable(body, value))).toEqual([path]);
  });

  test("is rejected in keys as well, in addition to the schema's own errors", () => {
    expect(pathsOf(parseStorable(z.record(z.string(), z.string()), { 'a\0': 'x' }))).toEqual([
      'a\0',
    ]);
    expect(pathsOf(parseStorable(body, { email: 1, more: { tags: ['\0'] } }))).toEqual([
      'email',
      'more.tags.0',
    ]);
  });

  test('whole emoji are accepted', () => {
    expect(parseStorable(body, { email: '😀' }).success).toBe(true);
  });

  test('is searched for within limits', () => {
    const deep: unknown = JSON.parse(`${'['.repeat(100_000)}${']'.repeat(100_000)}`);
    const wide = Array.from({ length: 200_000 }, () => []);
    for (const value of [deep, wide, { email: deep }]) {
      const result = parseStorable(z.unknown(), value);
      expect(result.success ? [] : result.issues.map(({ code }) => code)).toEqual(['too_big']);
    }
  });
});

const expectTooLong = () => expectShape(z.tuple([body]), [{ email: 'secret-and-too-long' }]);

test('invalid internal data is an error that contains no value', () => {
  expect(expectTooLong).toThrow(UnexpectedShapeError);
  expect(expectTooLong).toThrow(/^0\.email: /);
  expect(expectTooLong).not.toThrow(/secret/);
  expect(() => expectShape(body, { email: hostile })).toThrow(UnexpectedShapeError);
});

test('no JSON makes a schema throw', () => {
  const key = fc.constantFrom('length', 'toString', 'valueOf', 'then', 'constructor', '__proto__');
  const { value } = fc.letrec((tie) => ({
    value: fc.oneof(
      { maxDepth: 5 },
      fc.constantFrom(null, 1e308, -0, '', '\0', '\uD800', true),
      fc.array(tie('value'), { maxLength: 3 }),
      fc.dictionary(fc.oneof(key, fc.constantFrom('email', 'more', 'tags')), tie('value')),
    ),
  }));
  fc.assert(
    fc.property(value, (given) => {
      const sent: unknown = JSON.parse(JSON.stringify(given));
      for (const parse of [parseUntrusted, parseStorable]) {
        const result = parse(body, sent);
        expect(result.success || result.issues.length > 0).toBe(true);
      }
    }),
  );
});
