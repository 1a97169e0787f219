import { expect, test } from 'vitest';
import { aMessage } from '../testing/messages.ts';
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

test('who writes has read what is before, in conversations whose positions are known', () => {
  const receipts = new ReceiptStore();
  const write = (channelId: string, seq: number) => {
    const message = aMessage({ channelId, seq, sender: { id: 'a', name: 'Ана' } });
    receipts.receive({ type: 'message.created', data: { message } });
  };
  receipts.put('c', 'a', 2);
  write('c', 7);
  write('other', 7);
  expect(seenUpTo(receipts.state.get().get('c'), ['a'])).toBe(7);
  expect([...receipts.state.get().keys()]).toEqual(['c']);
  expect(seenUpTo(receipts.state.get().get('c'), [])).toBe(0);
  // Nothing of it is left to the next user.
  receipts.end();
  expect(receipts.state.get().size).toBe(0);
});
