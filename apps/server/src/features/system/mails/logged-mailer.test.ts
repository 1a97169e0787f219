import { expect, test } from 'vitest';
import { UndeliverableError } from '#platform/mail/mailer.ts';
import { describeMailError, stateAfter } from './logged-mailer.ts';

const redact = (text: string): string => text.replaceAll('p4ss', '***');

test('an error is shown without secrets and without the names of recipients', () => {
  const cause = new Error('550 <ana.petrova@example.com> unknown, user site:p4ss@mail.example');
  const rejected = new UndeliverableError('The mail was refused.', { cause });
  const shown = describeMailError({ redact }, rejected);
  expect(shown).toContain('550 <…@example.com> unknown');
  expect(shown).not.toMatch(/ana|p4ss/);
  expect(stateAfter(rejected)).toBe('undeliverable');
});

test('a long error is cut', () => {
  expect(describeMailError({ redact }, new Error('x'.repeat(9_000)))).toHaveLength(500);
  expect(stateAfter(new Error('away'))).toBe('failed');
});
