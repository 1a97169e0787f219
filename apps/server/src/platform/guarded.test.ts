import { EventEmitter } from 'node:events';
import { expect, test } from 'vitest';
import { createInProcessBus } from './in-process-bus.ts';
import { guarded } from './guarded.ts';

const broken = (): never => {
  throw new Error('as the test wants');
};

test('an error of a handler goes to `onError`, not to the emitter of the event', () => {
  const errors: unknown[] = [];
  const emitter = new EventEmitter();
  emitter.on(
    'data',
    guarded(broken, (error) => errors.push(error)),
  );
  emitter.emit('data');
  expect(errors).toEqual([new Error('as the test wants')]);
});

test('an error of a bus reader affects neither other readers nor the publisher', () => {
  const logged: unknown[] = [];
  const bus = createInProcessBus({ error: (line: unknown) => logged.push(line) });
  const read: string[] = [];
  bus.subscribe('presence.status', broken);
  bus.subscribe('presence.status', ({ userId }) => read.push(userId));
  bus.publish('presence.status', { userId: 'x' });
  expect(read).toEqual(['x']);
  expect(logged).toEqual([{ err: new Error('as the test wants'), topic: 'presence.status' }]);
});
