import { expect, test } from 'vitest';
import { ReceiptStore, seenUpTo } from './receipts.ts';

test('the read position of all others is the lowest; late events have no effect', () => {
  const receipts = new ReceiptStore();
  const read = (userId: string, readSeq: number) =>
    receipts.receive({
      type: 'channel.read',
      data: { channelId: 'c', userId, readSeq, unreadMarks: 0 },
    });
  const seen = () => seenUpTo(receipts.state.get().get('c'), ['a', 'b']);
  expect(seen()).toBe(0);
  read('a', 5);
  expect(seen()).toBe(0);
  read('b', 3);
  expect(seen()).toBe(3);
  read('b', 2);
  expect(seen()).toBe(3);
  read('b', 9);
  expect(seen()).toBe(5);
});
