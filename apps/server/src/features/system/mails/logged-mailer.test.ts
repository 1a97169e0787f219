import { expect, test } from 'vitest';
import { UndeliverableError } from '#platform/mail/mailer.ts';
import { describeMailError, stateAfter } from './logged-mailer.ts';

const redact = (text: string): string => text.replaceAll('p4ss', '***');

test('an error is shown without secrets and without the names of recipients', () => {
  const answer = new Error('550 <ana.petrova@example.com> unknown, user site:p4ss@mail.example');
  const refused = new UndeliverableError('The mail was refused.', { cause: answer });
  const shown = describeMailError({ redact }, refused);
  expect(shown).toContain('550 <…@example.com> unknown');
  expect(shown).not.toMatch(/ana|p4ss/);
  expect(stateAfter(refused)).toBe('undeliverable');
});

test('a long error is cut', () => {
  expect(describeMailError({ redact }, new Error('x'.repeat(9_000)))).toHaveLength(500);
  expect(stateAfter(new Error('away'))).toBe('failed');
});
