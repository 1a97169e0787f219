import { expect, test } from 'vitest';
import { formatMessages, formatStored } from './history.ts';

const operations = [
  { client: 'anna', value: 'a1', begunAt: 1, acknowledgedAt: 3 },
  { client: 'boris', value: 'b1', begunAt: 2, acknowledgedAt: null },
];

test('messages are a list to which clients append, for Elle', () => {
  expect(formatMessages(operations, [{ at: 9, values: ['a1', 'b1'] }])).toBe(
    [
      '{:index 0, :type :invoke, :process 0, :f :txn, :value [[:append :messages "a1"]], :time 1000000}',
      '{:index 1, :type :invoke, :process 1, :f :txn, :value [[:append :messages "b1"]], :time 2000000}',
      '{:index 2, :type :ok, :process 0, :f :txn, :value [[:append :messages "a1"]], :time 3000000}',
      '{:index 3, :type :info, :process 1, :f :txn, :value [[:append :messages "b1"]], :time 9000000}',
      '{:index 4, :type :invoke, :process 2, :f :txn, :value [[:r :messages nil]], :time 9000000}',
      '{:index 5, :type :ok, :process 2, :f :txn, :value [[:r :messages ["a1" "b1"]]], :time 9000000}',
      '',
    ].join('\n'),
  );
});

test('deals and favourites are a set, for Jepsen', () => {
  expect(formatStored(operations.slice(0, 1), { at: 9, values: ['a1', 'a1'] })).toBe(
    [
      '{:index 0, :type :invoke, :process 0, :f :add, :value "a1", :time 1000000}',
      '{:index 1, :type :ok, :process 0, :f :add, :value "a1", :time 3000000}',
      '{:index 2, :type :invoke, :process 1, :f :read, :value nil, :time 9000000}',
      '{:index 3, :type :ok, :process 1, :f :read, :value #{"a1"}, :time 9000000}',
      '',
    ].join('\n'),
  );
});
