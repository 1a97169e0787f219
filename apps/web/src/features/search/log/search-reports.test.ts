import { expect, test } from 'vitest';
import { createSearchReports } from './search-reports.ts';

const start = () => {
  const sent: object[] = [];
  const time = { now: 0 };
  const reports = createSearchReports(
    (report) => sent.push(report),
    () => time.now,
  );
  return { sent, time, reports };
};

test('a search is reported once, and the first deal opened of it', () => {
  const { sent, reports } = start();
  reports.open(1);
  reports.show('a');
  reports.show('a');
  reports.open(4);
  reports.open(2);
  expect(sent).toEqual([{ searchId: 'a' }, { searchId: 'a', rank: 4 }]);
});

test('a search refines the one before if no deal of that was opened, and soon', () => {
  const { sent, time, reports } = start();
  reports.show('a');
  reports.show('b');
  reports.open(1);
  reports.show('c');
  time.now += 10 * 60_000;
  reports.show('d');
  expect(sent).toEqual([
    { searchId: 'a' },
    { searchId: 'b', refines: 'a' },
    { searchId: 'b', rank: 1 },
    { searchId: 'c' },
    { searchId: 'd' },
  ]);
});

test('Back to a search reports only what is opened of it', () => {
  const { sent, reports } = start();
  reports.show('a');
  reports.show('b');
  reports.show('a');
  reports.open(3);
  expect(sent).toEqual([
    { searchId: 'a' },
    { searchId: 'b', refines: 'a' },
    { searchId: 'a', rank: 3 },
  ]);
});
