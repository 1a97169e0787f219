import { MAX_REPORTED_RANGES, type ReceivedRange } from '@izgodno/contract/chat/receipt-calls';
import { expect, test } from 'vitest';
import { aMessage } from '../testing/messages.ts';
import { DeliveryReports } from './delivery-reports.ts';

const LARGE = '01890000-0000-7000-8000-c00000000009';

const makeWorld = () => {
  const pauses: { ms: number; run: () => void }[] = [];
  const reported: ReceivedRange[][] = [];
  const failures: unknown[] = [];
  const world = { isReachable: true };
  const reports = new DeliveryReports({
    report: async (ranges) => {
      if (!world.isReachable) throw new Error('offline');
      reported.push(ranges);
    },
    isCounted: (channelId) => channelId !== LARGE,
    after: (ms, run) => {
      pauses.push({ ms, run });
      return () => pauses.splice(0);
    },
    log: (_message, cause) => failures.push(cause),
  });
  /** Ends the pause, and waits for the report. */
  const wait = async (): Promise<number> => {
    const { ms, run } = pauses.shift() ?? { ms: 0, run: () => {} };
    run();
    await Promise.resolve();
    await Promise.resolve();
    return ms;
  };
  return { world, reports, reported, failures, pauses, wait };
};

const created = (seq: number) =>
  ({ type: 'message.created', data: { message: aMessage({ seq }) } }) as const;

const { channelId } = aMessage({ seq: 1 });

test('received messages are reported together, as ranges, once', async () => {
  const { reports, reported, pauses, wait } = makeWorld();
  for (const seq of [4, 2, 3]) reports.receive(created(seq));
  reports.take([aMessage({ seq: 9 }), aMessage({ seq: 1, channelId: LARGE })]);
  reports.receive({
    type: 'missed',
    data: {
      outcome: 'messages',
      channelId,
      messages: [aMessage({ seq: 10 })],
      version: 10,
      lastSeq: 10,
    },
  });
  expect(pauses).toHaveLength(1);
  await wait();
  expect(reported).toEqual([
    [
      { channelId, from: 2, to: 4 },
      { channelId, from: 9, to: 10 },
    ],
  ]);
  expect(pauses).toEqual([]);
});

test('more ranges than a report may have are in the next one', async () => {
  const { reports, reported, wait } = makeWorld();
  const seqs = Array.from({ length: MAX_REPORTED_RANGES + 2 }, (_, index) => 2 * index + 1);
  reports.take(seqs.map((seq) => aMessage({ seq })));
  await wait();
  await wait();
  expect(reported.map(({ length }) => length)).toEqual([MAX_REPORTED_RANGES, 2]);
  expect(reported.flat().map(({ from }) => from)).toEqual(seqs);
});

test('a report that fails after signing out is not repeated', async () => {
  const { world, reports, pauses, wait } = makeWorld();
  world.isReachable = false;
  reports.receive(created(1));
  const failing = wait();
  reports.end();
  await failing;
  expect(pauses).toEqual([]);
});

test('a failed report is repeated later, with what arrived meanwhile, unless the user signs out', async () => {
  const { world, reports, reported, failures, pauses, wait } = makeWorld();
  world.isReachable = false;
  reports.receive(created(1));
  const pause = await wait();
  expect(failures).toHaveLength(1);
  reports.receive(created(2));
  world.isReachable = true;
  expect(await wait()).toBeGreaterThan(pause);
  expect(reported).toEqual([[{ channelId, from: 1, to: 2 }]]);
  reports.receive(created(3));
  reports.end();
  expect(pauses).toEqual([]);
});
