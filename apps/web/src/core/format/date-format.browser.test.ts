import { expect, test, vi } from 'vitest';
import { dateFormat } from './date-format.ts';

test('a time has the reader’s own format, and its formatter is created once', () => {
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue(['de', 'en-US@posix', 'en-GB']);
  const create = vi.spyOn(Intl, 'DateTimeFormat');
  const options = { timeStyle: 'short', timeZone: 'UTC' } as const;
  const time = Date.UTC(2026, 10, 21, 20, 25);
  expect(dateFormat('en', options).format(time)).toBe('20:25');
  expect(dateFormat('en', { ...options }).format(time)).toBe('20:25');
  expect(create).toHaveBeenCalledTimes(1);
  expect(dateFormat('bg', options).format(time)).toContain('20:25');
});
