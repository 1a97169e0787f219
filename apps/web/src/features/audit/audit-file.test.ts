import type { AuditEntry } from '@izgodno/contract/audit/calls';
import { expect, test } from 'vitest';
import { collectAudit, MAX_EXPORTED, writeAuditCsv } from './audit-file.ts';

const entry = (id: number, more: Partial<AuditEntry> = {}): AuditEntry => ({
  id: String(id),
  at: '2026-11-25T10:00:00.000Z',
  actor: { id: 'a', name: 'Ана' },
  action: 'deal.remove',
  subject: { kind: 'deal', id: '7' },
  reason: 'измама',
  details: {},
  ...more,
});

test('all pages are read, the latest entries first, with progress', async () => {
  const asked: (string | undefined)[] = [];
  const progress: number[] = [];
  const { entries, isComplete } = await collectAudit(
    async (cursor) => {
      asked.push(cursor);
      return cursor === undefined
        ? { entries: [entry(3), entry(2)], nextCursor: 'x' }
        : { entries: [entry(1)], nextCursor: null };
    },
    (count) => progress.push(count),
  );
  expect(asked).toEqual([undefined, 'x']);
  expect(entries.map(({ id }) => id)).toEqual(['3', '2', '1']);
  expect([isComplete, progress]).toEqual([true, [2, 3]]);
});

test('an endless trail is cut, and says so', async () => {
  const page = Array.from({ length: 200 }, (_, rank) => entry(rank));
  let asked = 0;
  const { entries, isComplete } = await collectAudit(
    async () => {
      asked += 1;
      return { entries: page, nextCursor: 'more' };
    },
    () => {},
  );
  expect(entries).toHaveLength(MAX_EXPORTED);
  expect([isComplete, asked]).toEqual([false, MAX_EXPORTED / page.length]);
});

test('cells are quoted', () => {
  const csv = writeAuditCsv([
    entry(1, { reason: 'two\nlines, "quoted"', actor: null, details: { days: '7' } }),
  ]);
  expect(csv).toBe(
    '\uFEFF"at","actor","actor_id","action","subject","subject_id","reason","details"\r\n' +
      '"2026-11-25T10:00:00.000Z","","","deal.remove","deal","7","two\nlines, ""quoted""","{""days"":""7""}"\r\n',
  );
});

test.each(['=HYPERLINK("http://evil")', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '\n=1'])(
  'a spreadsheet runs no formula: %j',
  (text) => {
    const csv = writeAuditCsv([entry(1, { reason: text, actor: { id: 'a', name: text } })]);
    const quoted = `"'${text.replaceAll('"', '""')}"`;
    expect(csv.split(quoted)).toHaveLength(3);
  },
);
