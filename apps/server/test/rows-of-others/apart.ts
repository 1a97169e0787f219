import { onOneLine } from './judge-plan.ts';
import type { Ran } from './watch-statements.ts';

/** What calls write in a transaction of its own, or enqueue outside of one, found by a part of it. */
export interface WrittenApart {
  /** Absent for all. */
  readonly calls?: readonly string[];
  readonly part: string;
  readonly because: string;
  /** Whether a fast run does not need it. */
  readonly bySpeed?: boolean;
}

const counted = 'Tries are counted also if the call fails; after a success only more may be left.';

export const writtenApart: readonly WrittenApart[] = [
  {
    part: '"idempotency_keys"',
    because: 'A key is taken before its call, and a reserved one of a call that broke off expires.',
  },
  { part: 'insert into "attempts"', because: counted },
  { part: 'delete from "attempts"', because: counted },
  { part: 'insert into "sign_in_delays"', because: counted },
  { part: 'delete from "sign_in_delays"', because: counted },
  { part: 'update "factor_challenges" set "tries"', because: counted },
  {
    part: 'insert into "salts"',
    because: 'The first visitor of a day makes it, for all others too.',
  },
  {
    part: 'update "sessions" set "last_used_at"',
    because: 'A session is used also by a call that fails. It is stored once a minute.',
    bySpeed: true,
  },
  {
    calls: ['addPasskey', 'signInWithPasskey'],
    part: 'delete from "factor_challenges"',
    because: 'A challenge is used up, right or wrong.',
  },
  {
    calls: ['addComment'],
    part: 'insert into "channels"',
    because: 'The comments of a deal are a channel, in which the next one finds its place.',
  },
  {
    calls: ['openDirect'],
    part: 'update "channels" set "deal_id"',
    because: 'A repetition finds the conversation, and shows the deal in it.',
  },
  {
    calls: ['deleteFile'],
    part: 'update "files" set "status"',
    because: 'Its bytes are removed before its row; the sweep finds a file that is left between.',
  },
  {
    calls: ['storeDraft'],
    part: 'update "message_drafts"',
    because: 'It inserts what there is not to update.',
  },
  {
    calls: ['postByHook'],
    part: 'update "channel_hooks" set "last_used_at"',
    because: 'A rejected use is a use.',
  },
  {
    calls: ['sendTestMail'],
    part: 'insert into "mail_log"',
    because: 'The mail has been sent.',
  },
  {
    part: 'enqueued webhooks.deliver',
    because: 'The schedule finds deliveries without a job.',
  },
];

/** Whether a call may write all this apart from the rest; adds to `used` what allows it. */
export const mayBeApart = (
  name: string,
  writes: readonly string[],
  used = new Set<WrittenApart>(),
): boolean =>
  writes.every((text) => {
    const found = writtenApart.find(
      ({ calls, part }) => calls?.includes(name) !== false && onOneLine(text).includes(part),
    );
    if (found !== undefined) used.add(found);
    return found !== undefined;
  });

/** The transactions of a call with what it enqueued outside of them, without what may be apart. */
export const apart = (
  name: string,
  { written, effects }: Pick<Ran, 'written' | 'effects'>,
  used: Set<WrittenApart>,
): readonly string[] => {
  const enqueued = effects.filter((effect) => effect.startsWith('enqueued '));
  return [...written, ...enqueued.map((effect) => [effect])]
    .filter((writes) => !mayBeApart(name, writes, used))
    .map((writes) => writes.map((text) => text.slice(0, 100)).join(' + '));
};
