import { readFileSync } from 'node:fs';
import type { Pool } from 'pg';
import { createRandom, type Random } from '@izgodno/demo/random';
import { textWords } from '@izgodno/server/features/search/engine/analysis/text-words.ts';
import { createUuidV7 } from '@izgodno/server/platform/uuid.ts';
import { DAY_MS } from '@izgodno/contract/common/durations';
import { createChannel, withoutIndexes, type Member } from './chat-data.ts';

const CHANNELS = 60;
/** The time that the messages span. */
const SPAN_MS = 730 * DAY_MS;
const ROWS_A_STATEMENT = 20_000;
/** One message in so many has a file, and one in so many a link. */
const FILE_EVERY = 30;
const LINK_EVERY = 20;
const LINK = 'https://example.com/offer';

const common =
  'и да не на за се от ще по с това много как какво кога къде днес утре моля благодаря цена снимка доставка оферта пратка the is it and to for can we ok thanks';

/** Words in the order of their frequency: particles, then those of real offers. */
const readWords = (): readonly string[] => {
  const corpus = readFileSync(new URL('../relevance/corpus.txt', import.meta.url), 'utf8');
  const found = corpus.match(/\p{L}{3,}/gu) ?? [];
  return [...new Set([...common.split(' '), ...found.map((word) => word.toLowerCase())])];
};

export const words = readWords();

/** The terms of each text, because those of a message are made of few words. */
const terms = new Map<string, readonly string[]>();

const termsOf = (text: string): readonly string[] => {
  const known = terms.get(text) ?? textWords.index(text).split(' ');
  terms.set(text, known);
  return known;
};

/** The number of senders. */
export const TALK_SENDERS = 500;

export interface Talk {
  readonly channelNames: readonly string[];
  readonly senderNames: readonly string[];
}

/** A place in a list; the first are the most frequent (Zipf). */
const rank = (random: Random, length: number): number =>
  Math.min(length - 1, Math.floor(length ** random.next()) - 1);

const fileOf = (id: string, index: number, name: string) => ({
  id,
  fileName: `${name}-${index}.${index % 2 === 0 ? 'png' : 'pdf'}`,
  fileSize: 40_000,
  mimeType: index % 2 === 0 ? 'image/png' : 'application/pdf',
  fileUrl: `/api/files/${id}`,
  isPlaceholder: false,
  placeholderId: null,
  uploadStatus: 'completed',
  progress: 100,
  storjDetails: null,
});

const makeChannels = async (pool: Pool, readers: readonly Member[]): Promise<string[]> => {
  const channelIds: string[] = [];
  for (let index = 0; index < CHANNELS; index += 1)
    channelIds.push(await createChannel(pool, readers));
  await pool.query(
    `UPDATE channels SET name = 'bench-' || n FROM unnest($1::uuid[]) WITH ORDINALITY AS c(id, n) WHERE channels.id = c.id`,
    [channelIds],
  );
  return channelIds;
};

interface TalkSize {
  readonly readers: readonly Member[];
  readonly senders: readonly Member[];
  /** How many are sent. */
  readonly messages: number;
}

/** Fills channels of the readers with this many messages of some hundred senders. */
export const fillTalk = async (
  pool: Pool,
  { readers, senders, messages }: TalkSize,
  say: (line: string) => void,
): Promise<Talk> => {
  const random = createRandom(1);
  const channelIds = await makeChannels(pool, readers);
  const seqs = channelIds.map(() => 0);
  const begin = Date.now() - SPAN_MS;
  const makeRow = (index: number) => {
    const channel = rank(random, CHANNELS);
    const seq = (seqs[channel] ?? 0) + 1;
    seqs[channel] = seq;
    const said = Array.from(
      { length: random.whole(2, 15) },
      () => words[rank(random, words.length)] ?? '',
    );
    const at = begin + Math.floor((index / messages) * SPAN_MS);
    const file =
      index % FILE_EVERY === 0 ? [fileOf(createUuidV7(at), index, said[0] ?? 'file')] : [];
    const parts = index % LINK_EVERY === 0 ? [...said, LINK] : said;
    return {
      channel_id: channelIds[channel],
      seq,
      id: createUuidV7(at),
      sender_id: senders[rank(random, senders.length)]?.userId,
      text: parts.join(' '),
      search_words: [...new Set(parts.flatMap(termsOf))].join(' '),
      attachments: file,
      created_at: new Date(at).toISOString(),
    };
  };
  await withoutIndexes(pool, async () => {
    for (let from = 0; from < messages; from += ROWS_A_STATEMENT) {
      const length = Math.min(ROWS_A_STATEMENT, messages - from);
      const rows = Array.from({ length }, (_, index) => makeRow(from + index));
      await pool.query(
        `INSERT INTO messages (channel_id, seq, version, id, client_id, sender_id, text, search_words, attachments, created_at)
         SELECT channel_id, seq, seq, id, gen_random_uuid(), sender_id, text, search_words, attachments, created_at
         FROM jsonb_to_recordset($1::jsonb) AS m(channel_id uuid, seq bigint, id uuid, sender_id uuid,
           text text, search_words text, attachments jsonb, created_at timestamptz)`,
        [JSON.stringify(rows)],
      );
      if ((from / ROWS_A_STATEMENT) % 10 === 9) say(`${from + length} messages`);
    }
    say('building the indexes');
  });
  await pool.query(
    `UPDATE channels SET last_seq = n, version = n
     FROM unnest($1::uuid[], $2::bigint[]) AS c(id, n) WHERE channels.id = c.id`,
    [channelIds, seqs],
  );
  return {
    channelNames: channelIds.map((_, index) => `bench-${index + 1}`),
    senderNames: senders.map((_, index) => `Member ${index + 1}`),
  };
};
