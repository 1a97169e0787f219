import { expect, test } from 'vitest';
import { ChatTitle } from './chat-title.ts';

const settle = async (): Promise<void> => {
  for (let tick = 0; tick < 5; tick += 1) await Promise.resolve();
};

const world = (lastName: () => Promise<string | null> = async () => 'Обяви') => {
  const timers: { readonly ms: number; readonly run: () => void; live: boolean }[] = [];
  const title: ChatTitle = new ChatTitle((ms, run) => {
    const timer = { ms, run, live: true };
    timers.push(timer);
    return () => {
      timer.live = false;
    };
  }, lastName);
  return {
    title,
    timers,
    passTime: async () => {
      for (const timer of timers.splice(0)) if (timer.live) timer.run();
      await settle();
    },
  };
};

test('is restored 500 ms after sign-in', async () => {
  const { title, timers, passTime } = world();
  title.signedIn();
  expect(timers.map(({ ms }) => ms)).toEqual([500]);
  expect(title.name.get()).toBeNull();
  await passTime();
  expect(title.name.get()).toBe('Обяви');
});

test('falls back to Chat if it cannot be restored', async () => {
  const { title, passTime } = world(() => Promise.reject(new Error('away')));
  title.signedIn();
  await passTime();
  expect(title.name.get()).toBeNull();
});

test('is the selected channel’s, and a later restoration does not overwrite it', async () => {
  const { title, passTime } = world();
  title.signedIn();
  title.selected('Общ');
  await passTime();
  expect(title.name.get()).toBe('Общ');
});

test('is reset by signing out, also while it is being restored', async () => {
  const response = Promise.withResolvers<string>();
  const { title, passTime } = world(() => response.promise);
  title.signedIn();
  await passTime();
  title.signedOut();
  response.resolve('Обяви');
  await settle();
  expect(title.name.get()).toBeNull();
});
