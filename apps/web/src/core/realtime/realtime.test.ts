import { expect, test } from 'vitest';
import { SocketRealtime, type LineHandlers } from './realtime.ts';

const none = () => () => {};

const typesOf = (frames: readonly string[]) =>
  frames.map((text) => String(/"type":"(\w+)"/.exec(text)?.[1]));

/** A connection whose node is about to shut down; the next one is not connected yet. */
const movingRealtime = () => {
  const opened: LineHandlers[] = [];
  const sent: string[][] = [];
  const hungUp: number[] = [];
  const realtime = new SocketRealtime({
    open: (events) => {
      const frames: string[] = [];
      const line = opened.push(events) - 1;
      sent.push(frames);
      return { send: (text) => void frames.push(text), hangUp: () => void hungUp.push(line) };
    },
    token: () => 'token',
    onToken: none,
    askForToken: () => {},
    onResume: none,
    // Retries of a random share of 0 come at once.
    after: (ms, run) => {
      if (ms === 0) run();
      return () => {};
    },
    random: () => 0,
    log: (message, cause) => {
      throw new Error(message, { cause });
    },
  });
  const begun: boolean[] = [];
  realtime.connected.subscribe(() => {
    begun.push(realtime.connected.get());
    if (realtime.connected.get()) realtime.send({ type: 'watch', userIds: [] });
  });
  const welcome = (line: number): void => {
    opened[line]?.onOpen();
    opened[line]?.onText(
      JSON.stringify({
        type: 'welcome',
        data: { userId: '01890000-0000-7000-8000-000000000001', serverTime: 1 },
      }),
    );
  };
  realtime.start();
  welcome(0);
  opened[0]?.onText(JSON.stringify({ type: 'moving', data: { withinMs: 0 } }));
  return { realtime, opened, sent, hungUp, begun, welcome };
};

test('a connection begins again at the node that takes over from another one', () => {
  const { sent, begun, welcome } = movingRealtime();
  expect(begun).toEqual([true]);
  welcome(1);
  expect(begun).toEqual([true, false, true]);
  expect(sent.map(typesOf)).toEqual([
    ['hello', 'watch'],
    ['hello', 'watch'],
  ]);
});

test('a page that needs no connection also leaves the node that shuts down', () => {
  const { realtime, hungUp } = movingRealtime();
  realtime.stop();
  expect(hungUp).toEqual([0, 1]);
  expect(realtime.connected.get()).toBe(false);
});

test('a node that has shut down before the next one is connected takes no frames', () => {
  const { realtime, opened } = movingRealtime();
  expect(realtime.send({ type: 'ping' })).toBe(true);
  opened[0]?.onClose(1001);
  expect(realtime.connected.get()).toBe(false);
  expect(realtime.send({ type: 'ping' })).toBe(false);
});
