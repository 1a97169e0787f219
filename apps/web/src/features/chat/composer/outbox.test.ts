import { describe, expect, test } from 'vitest';
import { aMessage } from '../testing/messages.ts';
import { dueNow, pendingOf, stepOutbox, type Draft, type Outbox } from './outbox.ts';
import { OutboxSender, type OutboxPorts, type SendOutcome } from './outbox-sender.ts';

const draft = (clientId: string, channelId = 'a'): Draft => ({
  clientId,
  userId: 'user',
  channelId,
  text: `Text ${clientId}`,
  attachments: [],
  replyTo: 'root',
  createdAt: '2026-11-21T10:00:00Z',
});
const waiting = (given: Draft, code: string | null = null) =>
  ({ ...given, status: 'waiting', code }) as const;
const rejection = { code: 'muted', message: 'Not now' };

describe('the outbox', () => {
  const [one, two] = [draft('one'), draft('two')];
  const outbox: Outbox = [waiting(one), waiting(two)];

  test('takes a message once', () => {
    expect(stepOutbox([waiting(one)], { kind: 'written', draft: two })).toEqual(outbox);
    expect(stepOutbox(outbox, { kind: 'written', draft: two })).toBe(outbox);
  });

  test('puts restored messages before later ones, each once', () => {
    const [earlier, last] = [draft('earlier'), draft('last')];
    expect(stepOutbox(outbox, { kind: 'restored', drafts: [earlier, one, last] })).toEqual([
      waiting(earlier),
      waiting(last),
      ...outbox,
    ]);
  });

  test('changes only the message of an event', () => {
    const sending = stepOutbox(outbox, { kind: 'begun', clientId: 'one' });
    expect(sending).toEqual([{ ...one, status: 'sending' }, waiting(two)]);
    expect(stepOutbox(sending, { kind: 'postponed', clientId: 'one', code: 'slow_mode' })).toEqual([
      waiting(one, 'slow_mode'),
      waiting(two),
    ]);
    const failed = stepOutbox(sending, { kind: 'refused', clientId: 'one', rejection });
    expect(failed).toEqual([{ ...one, status: 'failed', rejection }, waiting(two)]);
    expect(stepOutbox(failed, { kind: 'retried', clientId: 'one' })).toEqual(outbox);
    expect(stepOutbox(sending, { kind: 'stored', clientId: 'one' })).toEqual([waiting(two)]);
    expect(stepOutbox(failed, { kind: 'discarded', clientId: 'one' })).toEqual([waiting(two)]);
  });

  test('sends the first of each channel', () => {
    const other = draft('other', 'b');
    const all: Outbox = [...outbox, waiting(other)];
    expect(dueNow(all)).toEqual([waiting(one), waiting(other)]);
    expect(pendingOf(all, 'a')).toEqual(outbox);
    expect(pendingOf(all, 'b')).toEqual([waiting(other)]);
  });

  test('sends nothing of a channel after a failure, or while one is sent', () => {
    expect(dueNow([{ ...one, status: 'failed', rejection }, waiting(two)])).toEqual([]);
    expect(dueNow([{ ...one, status: 'sending' }, waiting(two)])).toEqual([]);
    // Restored before the one that is being sent.
    expect(dueNow([waiting(two), { ...one, status: 'sending' }])).toEqual([]);
  });
});

const postponed = (retryAfterMs: number | null = null, code: string | null = null) =>
  ({ kind: 'postponed', retryAfterMs, code }) as const;
const stored = { kind: 'stored', message: aMessage({ seq: 1 }) } as const;

const never = new Promise<never>(() => {});
const broken = () => Promise.reject(new Error('Full'));

const settle = async (): Promise<void> => {
  for (let tick = 0; tick < 20; tick += 1) await Promise.resolve();
};

/** A sender whose attempts have the given outcomes; without one, an attempt stays in progress. */
const start = (more: Partial<OutboxPorts> = {}, keep: Partial<OutboxPorts['keep']> = {}) => {
  const outcomes: (SendOutcome | Error)[] = [];
  const sent: string[] = [];
  const pauses: { readonly ms: number; readonly run: () => void; stopped: boolean }[] = [];
  const removed: string[] = [];
  const logged: string[] = [];
  const messages: unknown[] = [];
  const reachable = new Set<() => void>();
  const sender = new OutboxSender({
    send: async ({ clientId }) => {
      sent.push(clientId);
      const outcome = outcomes.shift();
      if (outcome instanceof Error) throw outcome;
      return outcome ?? never;
    },
    keep: {
      put: async () => {},
      remove: async (clientId) => void removed.push(clientId),
      claim: async () => [],
      ...keep,
    },
    after: (ms, run) => {
      const pause = { ms, run, stopped: false };
      pauses.push(pause);
      return () => void (pause.stopped = true);
    },
    pauseMs: (failures) => failures * 100,
    onReachable: (listener) => {
      reachable.add(listener);
      return () => void reachable.delete(listener);
    },
    onStored: (message) => void messages.push(message),
    log: (message) => void logged.push(message),
    ...more,
  });
  const resume = async (): Promise<void> => {
    for (const listener of reachable) listener();
    await settle();
  };
  const write = async (...given: readonly Draft[]): Promise<void> => {
    for (const one of given) await sender.write(one);
    await settle();
  };
  return { sender, outcomes, sent, pauses, removed, logged, messages, reachable, resume, write };
};

describe('a postponed message', () => {
  test('waits as long as the server asks', async () => {
    const { outcomes, pauses, sender, write } = start();
    outcomes.push(postponed(7_000, 'slow_mode'));
    await write(draft('one'));
    expect(pauses.map(({ ms }) => ms)).toEqual([7_000]);
    expect(sender.outbox.get()).toEqual([waiting(draft('one'), 'slow_mode')]);
  });

  test('waits longer with each failure in a row, until one is stored or rejected', async () => {
    const { outcomes, pauses, sent, messages, sender, write } = start();
    const fail = async (outcome: SendOutcome): Promise<void> => {
      outcomes.push(outcome);
      pauses.at(-1)?.run();
      await settle();
    };
    outcomes.push(postponed());
    await write(draft('one'), draft('two'), draft('three'));
    await fail(postponed());
    expect(sent).toEqual(['one', 'one']);
    outcomes.push(stored, postponed());
    pauses.at(-1)?.run();
    await settle();
    expect(messages).toEqual([stored.message]);
    await fail({ kind: 'refused', rejection });
    outcomes.push(postponed());
    sender.retry('two');
    await settle();
    expect(pauses.map(({ ms }) => ms)).toEqual([100, 200, 100, 100]);
  });

  test('does not delay other channels', async () => {
    const { outcomes, sent, write } = start();
    outcomes.push(postponed());
    await write(draft('one'), draft('two'), draft('other', 'b'));
    expect(sent).toEqual(['one', 'other']);
  });

  test('is sent at once when the server is reachable again', async () => {
    // Does not wait for the messages of other pages.
    const { outcomes, sent, pauses, sender, resume, write } = start({}, { claim: () => never });
    void sender.begin('user');
    outcomes.push(postponed());
    await write(draft('one'));
    await resume();
    expect(sent).toEqual(['one', 'one']);
    expect(pauses.map(({ stopped }) => stopped)).toEqual([true]);
  });

  test('is logged if sending throws', async () => {
    const { outcomes, pauses, logged, write } = start();
    outcomes.push(new Error('Broken'));
    await write(draft('one'));
    expect(logged).toEqual(['A message could not be sent']);
    expect(pauses.map(({ ms }) => ms)).toEqual([100]);
  });
});

describe('a message discarded while it is sent', () => {
  test('stays discarded, and its outcome is ignored', async () => {
    const sending = Promise.withResolvers<SendOutcome>();
    const { sender, removed, messages, pauses, write } = start({
      send: ({ clientId }) => (clientId === 'two' ? sending.promise : never),
    });
    await write(draft('one'));
    await write(draft('two', 'b'));
    sender.discard('two');
    expect(removed).toEqual(['two']);
    sending.resolve(stored);
    await settle();
    expect(messages).toEqual([]);
    expect(pauses).toEqual([]);
    expect(sender.outbox.get()).toEqual([{ ...draft('one'), status: 'sending' }]);
  });
});

describe('the storage', () => {
  test('may fail: messages live as long as the page', async () => {
    const { outcomes, sender, logged, messages, write } = start(
      {},
      { put: broken, remove: broken, claim: broken },
    );
    await sender.begin('user');
    outcomes.push(stored);
    await write(draft('one'));
    expect(messages).toEqual([stored.message]);
    expect(sender.outbox.get()).toEqual([]);
    expect(logged).toEqual([
      'Unsent messages of another page could not be read',
      'A message could not be kept',
      'A sent message could not be let go',
    ]);
  });

  test('returns no message that this page has sent', async () => {
    const { outcomes, sender, sent, resume, write } = start(
      {},
      { claim: async () => [draft('one')] },
    );
    outcomes.push(stored);
    await write(draft('one'));
    await sender.begin('user');
    await resume();
    expect(sent).toEqual(['one']);
    expect(sender.outbox.get()).toEqual([]);
  });

  test('gives messages to the user who is signed in only', async () => {
    const claiming = Promise.withResolvers<readonly Draft[]>();
    const { sender, sent } = start({}, { claim: () => claiming.promise });
    const beginning = sender.begin('user');
    sender.end({ evict: false });
    claiming.resolve([draft('one')]);
    await beginning;
    expect(sent).toEqual([]);
    expect(sender.outbox.get()).toEqual([]);
  });
});

describe('the end', () => {
  test('stops pauses and listening, and keeps the messages in storage', async () => {
    const { outcomes, sender, pauses, removed, reachable, write } = start();
    await sender.begin('user');
    await sender.begin('user');
    expect(reachable.size).toBe(1);
    outcomes.push(postponed());
    await write(draft('one'));
    sender.end({ evict: false });
    expect(pauses.map(({ stopped }) => stopped)).toEqual([true]);
    expect(reachable.size).toBe(0);
    expect(removed).toEqual([]);
    expect(sender.outbox.get()).toEqual([]);
    await sender.begin('user');
    expect(reachable.size).toBe(1);
  });

  test('erases them on request, and forgets failures and pauses', async () => {
    const { outcomes, sender, pauses, removed, write } = start();
    outcomes.push(postponed());
    await write(draft('one'));
    sender.end({ evict: true });
    expect(removed).toEqual(['one']);
    outcomes.push(postponed());
    await write(draft('two'));
    expect(pauses.map(({ ms }) => ms)).toEqual([100, 100]);
  });
});
