import type { Message } from '@izgodno/contract/chat/message';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { aMessage } from '../testing/messages.ts';
import type { Draft } from './outbox.ts';
import { OutboxSender, type OutboxStore, type SendOutcome } from './outbox-sender.ts';

const settle = async (): Promise<void> => {
  for (let tick = 0; tick < 30; tick += 1) await Promise.resolve();
};

const draft = (number: number, channelId: string): Draft => ({
  clientId: `client-${number}`,
  userId: 'user',
  channelId,
  text: `Text ${number}`,
  attachments: [],
  replyTo: null,
  createdAt: '2026-11-21T10:00:00Z',
});

/** A server that stores each client id once, behind a network that loses requests and responses. */
const createWorld = () => {
  const stored = new Map<string, Message[]>();
  const drafts = new Map<string, Draft>();
  const keep: { -readonly [Part in keyof OutboxStore]: OutboxStore[Part] } = {
    put: async (given) => void drafts.set(given.clientId, given),
    remove: async (clientId) => void drafts.delete(clientId),
    claim: async () => [...drafts.values()],
  };
  const timers = new Set<() => void>();
  const reachable = new Set<() => void>();
  const responses: SendFate[] = [];

  const store = (given: Draft): Message => {
    const messages = stored.get(given.channelId) ?? [];
    stored.set(given.channelId, messages);
    const known = messages.find(({ clientId }) => clientId === given.clientId);
    if (known !== undefined) return known;
    const message = aMessage({
      seq: messages.length + 1,
      clientId: given.clientId,
      text: given.text,
    });
    messages.push(message);
    return message;
  };

  const open = (): OutboxSender => {
    timers.clear();
    reachable.clear();
    return new OutboxSender({
      send: async (given): Promise<SendOutcome> => {
        const fate = responses.shift() ?? 'arrives';
        await Promise.resolve();
        switch (fate) {
          case 'arrives':
            return { kind: 'stored', message: store(given) };
          case 'request-lost':
            return { kind: 'postponed', retryAfterMs: null, code: null };
          case 'answer-lost':
            store(given);
            return { kind: 'postponed', retryAfterMs: null, code: null };
          case 'refused':
            return { kind: 'refused', rejection: { code: 'muted', message: 'Not now' } };
          case 'throws':
            throw new Error('Broken');
        }
      },
      keep,
      after: (_ms, run) => {
        timers.add(run);
        return () => void timers.delete(run);
      },
      pauseMs: (failures) => failures * 100,
      onReachable: (listener) => {
        reachable.add(listener);
        return () => void reachable.delete(listener);
      },
      onStored: () => {},
      log: () => {},
    });
  };

  const passTime = async (): Promise<void> => {
    const due = [...timers];
    timers.clear();
    for (const run of due) run();
    await settle();
  };

  /** The network is back, or the page is visible again. */
  const resume = async (): Promise<void> => {
    for (const listener of reachable) listener();
    await settle();
  };

  return { stored, drafts, keep, open, passTime, resume, responses };
};

type SendFate = 'arrives' | 'request-lost' | 'answer-lost' | 'refused' | 'throws';

const fate = fc.constantFrom<SendFate[]>(
  'arrives',
  'arrives',
  'request-lost',
  'answer-lost',
  'refused',
  'throws',
);

const steps = fc.array(
  fc.oneof(
    { weight: 5, arbitrary: fc.record({ kind: fc.constant('write' as const), fate }) },
    { weight: 3, arbitrary: fc.record({ kind: fc.constant('time' as const), fate }) },
    { weight: 1, arbitrary: fc.constant({ kind: 'crash' } as const) },
    { weight: 2, arbitrary: fc.constant({ kind: 'retry' } as const) },
    { weight: 1, arbitrary: fc.constant({ kind: 'wake' } as const) },
  ),
  { maxLength: 40, size: 'max' },
);

test('despite losses, rejections and crashes, every message is stored once, in the order of writing', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (events) => {
      const world = createWorld();
      let sender = world.open();
      await sender.begin('user');
      const written: Draft[] = [];
      const retryAll = (): void => {
        for (const entry of sender.outbox.get()) {
          if (entry.status === 'failed') sender.retry(entry.clientId);
        }
      };
      for (const event of events) {
        if ('fate' in event) world.responses.push(event.fate);
        switch (event.kind) {
          case 'write': {
            const given = draft(written.length, written.length % 3 === 0 ? 'a' : 'b');
            written.push(given);
            await sender.write(given);
            break;
          }
          case 'time':
            await world.passTime();
            break;
          case 'crash':
            // The page closes with its pending requests; the next page finds what was stored.
            sender.end({ evict: false });
            sender = world.open();
            await sender.begin('user');
            break;
          case 'retry':
            retryAll();
            break;
          case 'wake':
            await world.resume();
        }
        await settle();
      }
      world.responses.length = 0;
      for (let round = 0; round < written.length + 2; round += 1) {
        retryAll();
        await settle();
        await world.passTime();
      }
      for (const channelId of ['a', 'b']) {
        const expected = written.filter((given) => given.channelId === channelId);
        expect((world.stored.get(channelId) ?? []).map(({ clientId }) => clientId)).toEqual(
          expected.map(({ clientId }) => clientId),
        );
      }
      expect(sender.outbox.get()).toEqual([]);
      expect(world.drafts.size).toBe(0);
    }),
    { numRuns: 500 },
  );
});

test('after a rejected message the later ones of its channel wait, those of other channels do not', async () => {
  const world = createWorld();
  const sender = world.open();
  await sender.begin('user');
  world.responses.push('refused');
  await sender.write(draft(1, 'a'));
  await settle();
  await sender.write(draft(2, 'a'));
  await sender.write(draft(3, 'b'));
  await settle();
  expect(sender.outbox.get()).toMatchObject([
    { clientId: 'client-1', status: 'failed', rejection: { code: 'muted' } },
    { clientId: 'client-2', status: 'waiting' },
  ]);
  sender.discard('client-1');
  await settle();
  expect(world.stored.get('a')?.map(({ clientId }) => clientId)).toEqual(['client-2']);
  expect(world.drafts.size).toBe(0);
});

test('messages of a closed page are sent once this one becomes visible', async () => {
  const world = createWorld();
  const sender = world.open();
  await sender.begin('user');
  await world.keep.put(draft(1, 'a'));
  await world.resume();
  expect(world.stored.get('a')?.map(({ clientId }) => clientId)).toEqual(['client-1']);
  expect(sender.outbox.get()).toEqual([]);

  await world.keep.put(draft(2, 'a'));
  sender.end({ evict: false });
  await world.resume();
  expect(world.stored.get('a')).toHaveLength(1);
});

test('a discarded message does not return while it is being removed', async () => {
  const world = createWorld();
  world.keep.remove = () => new Promise(() => {});
  const sender = world.open();
  await sender.begin('user');
  world.responses.push('refused');
  await sender.write(draft(1, 'a'));
  await settle();
  sender.discard('client-1');
  await world.resume();
  expect(sender.outbox.get()).toEqual([]);
  expect(world.stored.get('a')).toBeUndefined();
});

test('signing out erases everything', async () => {
  const world = createWorld();
  const sender = world.open();
  await sender.begin('user');
  world.responses.push('request-lost');
  await sender.write(draft(1, 'a'));
  await settle();
  sender.end({ evict: true });
  await settle();
  expect(world.drafts.size).toBe(0);
});
