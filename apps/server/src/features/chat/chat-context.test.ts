import { beforeEach, expect, test } from 'vitest';
import { chatRates } from '@izgodno/contract/chat/limits';
import { createRateWindows, type RateWindows } from '#platform/http/call-rates.ts';
import { CallError } from '#platform/http/errors.ts';
import { countCall, type RateName } from './chat-context.ts';

let now: number;
let rateWindows: RateWindows;

beforeEach(() => {
  now = 1_000_000;
  rateWindows = createRateWindows({ now: () => now });
});

/** Seconds to wait, or null if the call may proceed. */
const take = (rate: RateName, who: string): number | null => {
  try {
    countCall({ rateWindows }, rate, who);
    return null;
  } catch (error) {
    if (error instanceof CallError && error.code === 'rate_limited') return error.retryAfter ?? 0;
    throw error;
  }
};

const names: readonly RateName[] = [
  'message',
  'messageInChannel',
  'change',
  'channelCreation',
  'search',
  'report',
  'invitation',
  'moderation',
];

test('every rate is tested', () => {
  expect(names.toSorted()).toEqual(Object.keys(chatRates).toSorted());
});

test.for(names)(
  '%s: a limited number in a window for each user, then a wait until its end',
  (rate) => {
    const { tries, windowMs } = chatRates[rate];
    for (let done = 0; done < tries; done += 1) expect(take(rate, 'maria')).toBeNull();
    now += windowMs - 1_500;
    expect(take(rate, 'maria')).toBe(2);
    expect(take(rate, 'georgi')).toBeNull();
    now += 1_499;
    expect(take(rate, 'maria')).toBe(1);
    now += 1;
    expect(take(rate, 'maria')).toBeNull();
  },
);

test('rates are counted separately', () => {
  for (let done = 0; done < chatRates.messageInChannel.tries; done += 1)
    expect(take('messageInChannel', 'maria general')).toBeNull();
  expect(take('messageInChannel', 'maria general')).not.toBeNull();
  expect(take('messageInChannel', 'maria deals')).toBeNull();
  expect(take('message', 'maria')).toBeNull();
});
