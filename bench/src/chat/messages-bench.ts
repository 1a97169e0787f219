import { chatRates } from '@izgodno/contract/chat/limits';
import type { Bench } from '../bench.ts';
import { percentile } from '../statistics.ts';
import { createMembers, type Member } from './chat-data.ts';
import { withChatProduct } from './chat-product.ts';
import { fillTalk, TALK_SENDERS, words, type Talk } from './talk-data.ts';

const MESSAGES = 1_000_000;
const QUICK_MESSAGES = 100_000;
/** Searches of each kind; each is another one. */
const SEARCHES = 60;
const WARM_UP = 20;
const LIMIT_MS = 50;

/** The words of a share of the vocabulary, from the most frequent to the rarest, spread evenly. */
const wordsFrom = (from: number, to: number): readonly string[] => {
  const all = words.slice(Math.floor(from * words.length), Math.floor(to * words.length));
  const step = Math.max(1, Math.floor(all.length / SEARCHES));
  return all.filter((_, index) => index % step === 0);
};

const at = (list: readonly string[], index: number): string => list[index % list.length] ?? '';

const month = (index: number): string => `2025-${String((index % 12) + 1).padStart(2, '0')}`;

/** Searches by kind. */
const kindsOf = ({ channelNames, senderNames }: Talk) => {
  const frequent = words.slice(0, SEARCHES);
  const middle = wordsFrom(0.02, 0.3);
  const rare = wordsFrom(0.5, 1);
  const senders = senderNames.filter((_, index) => index % 8 === 0);
  const kinds: Readonly<Record<string, (index: number) => string>> = {
    'a frequent word': (index) => at(frequent, index),
    'a word': (index) => at(middle, index),
    'a rare word': (index) => at(rare, index),
    'two words': (index) => `${at(frequent, index)} ${at(middle, index)}`,
    'a prefix': (index) => at(middle, index).slice(0, 3),
    'from:': (index) => `from:"${at(senders, index)}"`,
    'from: and a word': (index) => `from:"${at(senders, index)}" ${at(middle, index)}`,
    'in:': (index) => `in:${at(channelNames, index)}`,
    'in: and a word': (index) => `in:${at(channelNames, index)} ${at(middle, index)}`,
    'has:file': () => 'has:file',
    'has:image and a word': (index) => `has:image ${at(middle, index)}`,
    'has:link and a word': (index) => `has:link ${at(middle, index)}`,
    'before:': (index) => `before:${month(index)}`,
    'before: and a word': (index) => `before:${month(index)} ${at(middle, index)}`,
  };
  return kinds;
};

/** The time of one search, in milliseconds, and the number of messages found. */
const search = async (url: string, token: string, text: string, order: string) => {
  const began = performance.now();
  const query = new URLSearchParams({ q: text, order });
  const response = await fetch(`${url}/api/search?${query.toString()}`, {
    headers: { Authorization: `Bearer ${token}` },
  });
  const body = await response.text();
  if (!response.ok) throw new Error(`“${text}” answered ${response.status}: ${body}`);
  return { ms: performance.now() - began, found: body.includes('"seq":') };
};

const measure = async (
  url: string,
  readers: readonly Member[],
  talk: Talk,
  say: (line: string) => void,
) => {
  let made = 0;
  // Readers take turns, because an account may make so many searches a minute.
  const next = (text: string, order: string) => {
    made += 1;
    const reader = readers[Math.floor(made / chatRates.search.tries)];
    if (reader === undefined) throw new Error('There are too few readers.');
    return search(url, reader.token, text, order);
  };
  const all: Record<'time' | 'relevance', number[]> = { time: [], relevance: [] };
  const kinds: Record<string, unknown> = {};
  for (let index = 0; index < WARM_UP; index += 1) await next(at(words, index), 'time');
  for (const [name, textOf] of Object.entries(kindsOf(talk))) {
    for (const order of ['time', 'relevance'] as const) {
      const times: number[] = [];
      let withoutResult = 0;
      for (let index = 0; index < SEARCHES; index += 1) {
        const { ms, found } = await next(textOf(index), order);
        times.push(ms);
        if (!found) withoutResult += 1;
      }
      all[order].push(...times);
      const key = `${name}, by ${order}`;
      const figures = {
        p50: percentile(times, 0.5),
        p95: percentile(times, 0.95),
        max: percentile(times, 1),
        withoutResult,
      };
      kinds[key] = figures;
      say(`${key}: ${JSON.stringify(figures)}`);
    }
  }
  return {
    p95OfAllMs: {
      time: percentile(all.time, 0.95),
      relevance: percentile(all.relevance, 0.95),
    },
    limitMs: LIMIT_MS,
    kindsMs: kinds,
  };
};

export const messagesBench: Bench = {
  summary: 'one search over messages, files and deals, by its kinds (--size messages)',
  async run({ size, quick, say }) {
    const messages = size ?? (quick ? QUICK_MESSAGES : MESSAGES);
    return withChatProduct(async ({ product, pool, admin, connectionString }) => {
      const senders = await createMembers(pool, TALK_SENDERS);
      const readers = await createMembers(pool, 100);
      const talk = await fillTalk(pool, { readers, senders, messages }, say);
      await admin.query('VACUUM ANALYZE');
      await admin.query('CHECKPOINT');
      say(`${messages} messages; ${connectionString}`);
      return { messages, ...(await measure(product.url, readers, talk, say)) };
    });
  },
};
