import { expect, test } from 'vitest';
import { mergeReports } from './merge-reports.ts';

const at = (minute: number): string => `2026-11-25T10:0${minute}:00.000Z`;
const deal = (id: string, minute: number) => ({ id, firstReportedAt: at(minute) });
const message = (id: string, minute: number) => ({ message: { id }, createdAt: at(minute) });

const merge = (
  deals: readonly ReturnType<typeof deal>[],
  moreDeals: boolean,
  messages: readonly ReturnType<typeof message>[],
): readonly string[] =>
  mergeReports(deals, moreDeals, messages).map((item) =>
    'id' in item ? item.id : item.message.id,
  );

test('deals and messages wait in one queue, each message once', () => {
  const messages = [message('m2', 2), message('m3', 3), message('m2', 5)];
  expect(merge([deal('d1', 1), deal('d4', 4)], false, messages)).toEqual(['d1', 'm2', 'm3', 'd4']);
});

test('messages wait for deals that are not loaded', () => {
  const messages = [message('m2', 2), message('m5', 5)];
  expect(merge([deal('d1', 1), deal('d4', 4)], true, messages)).toEqual(['d1', 'm2', 'd4']);
  expect(merge([], false, messages)).toEqual(['m2', 'm5']);
});
