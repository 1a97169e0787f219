import { EventEmitter } from 'node:events';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { createInProcessBus, defineTopic } from './bus.ts';
import { guarded } from './guarded.ts';

const noted = defineTopic('test.noted', z.object({ name: z.string() }));

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
  bus.subscribe(noted, broken);
  bus.subscribe(noted, ({ name }) => read.push(name));
  bus.publish(noted, { name: 'x' });
  expect(read).toEqual(['x']);
  expect(logged).toEqual([{ err: new Error('as the test wants'), topic: 'test.noted' }]);
});
