import { expect, test } from 'vitest';
import { takeSlot } from './request-slots.ts';

const never = new AbortController().signal;

test('what is aborted takes no slot, before it asks for one and while it waits', async () => {
  for (let attempt = 0; attempt < 9; attempt += 1)
    await expect(takeSlot(AbortSignal.abort(new Error('paused')))).rejects.toThrow('paused');
  const ends = await Promise.all(Array.from({ length: 4 }, () => takeSlot(never)));
  for (const end of ends) {
    const paused = new AbortController();
    const waiting = takeSlot(paused.signal);
    const next = takeSlot(never);
    paused.abort(new Error('paused'));
    await expect(waiting).rejects.toThrow('paused');
    end();
    // An aborted one does not get the slot that is free now.
    await next;
  }
});
