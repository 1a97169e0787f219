import { setTimeout as sleep } from 'node:timers/promises';
import type { Bench, BenchOptions } from '../bench.ts';
import { startProcess } from '../product-process.ts';
import {
  createChannel,
  createMembers,
  fillChannel,
  withoutIndexes,
  type Member,
} from './chat-data.ts';
import { withChatProduct, type ChatProduct } from './chat-product.ts';
import { startLoad, type Load } from './load.ts';

const USERS = 10_000;
const MESSAGES = 10_000_000;
const QUICK_MESSAGES = 500_000;
const SECONDS = 15;
const QUICK_SECONDS = 5;
const WARM_UP_SECONDS = 2;
const OWN_CHANNELS = 200;
/** Sequential requests per percentile. */
const REQUESTS = 2_000;
/** Requests until a new process reaches its normal speed. */
const WARM_UP_REQUESTS = 200;
const MISSED_MESSAGES = 20;
/** Concurrent messages under load. */
const IN_FLIGHT = 48;

interface Stage extends Omit<ChatProduct, 'connectionString'> {
  readonly users: readonly Member[];
  readonly say: BenchOptions['say'];
  /** Seconds of each measurement. */
  readonly seconds: number;
}

const tokensOf = (users: readonly Member[]): string[] => users.map(({ token }) => token);

const withLoad = async <Result>(url: string, work: (load: Load) => Promise<Result>) => {
  const load = startLoad(url);
  try {
    return await work(load);
  } finally {
    await load.stop();
    // Gives the server time to notice the closed sockets.
    await sleep(500);
  }
};

/**
 * One channel with this many connected members: latency at a human rate, and maximum throughput.
 */
const measureFanOut = (
  url: string,
  tokens: readonly string[],
  channelId: string,
  options: {
    readonly perSecond: number;
    readonly seconds: number;
    readonly underLoad: boolean;
  },
) =>
  withLoad(url, async (load) => {
    const all = [...tokens];
    await load.do('open', { tokens: all, channelId, version: null });
    const senders = { tokens: all, channelId };
    await load.do('rate', { ...senders, perSecond: options.perSecond, seconds: WARM_UP_SECONDS });
    const rate = await load.do('rate', {
      ...senders,
      perSecond: options.perSecond,
      seconds: options.seconds,
    });
    if (!options.underLoad) return { rate };
    await load.do('pump', { ...senders, inFlight: IN_FLIGHT, seconds: WARM_UP_SECONDS });
    const pump = await load.do('pump', {
      ...senders,
      inFlight: IN_FLIGHT,
      seconds: options.seconds,
    });
    return { rate, pump };
  });

const measureBare = async (
  tokens: readonly string[],
  options: Parameters<typeof measureFanOut>[3],
) => {
  const bare = await startProcess('bench/src/chat/bare-server.ts', {});
  try {
    return await measureFanOut(bare.url, tokens, 'none', options);
  } finally {
    await bare.stop();
  }
};

const measureIdle = ({ product, users, pool }: Stage, connections: number) =>
  withLoad(product.url, async (load) => {
    const channelId = await createChannel(pool, users.slice(0, connections));
    const before = await product.residentMegabytes();
    const { openedMs } = await load.do('open', {
      tokens: tokensOf(users.slice(0, connections)),
      channelId,
      version: null,
    });
    await sleep(3_000);
    const after = await product.residentMegabytes();
    const { open } = await load.do('count', {});
    return {
      connections,
      held: open,
      openedMs,
      kibibytesAConnection:
        before === null || after === null
          ? null
          : Number((((after - before) * 1_024) / connections).toPrecision(3)),
    };
  });

const measureReconnect = ({ product, users, pool }: Stage, members: number) =>
  withLoad(product.url, async (load) => {
    const present = users.slice(0, members);
    const tokens = tokensOf(present);
    const channelId = await createChannel(pool, present);
    await load.do('open', { tokens, channelId, version: null });
    await load.do('cut', {});
    await load.do('send', { tokens, channelId, messages: MISSED_MESSAGES });
    const began = performance.now();
    await load.do('open', { tokens, channelId, version: 0 });
    // Each gets what it missed in one frame, after its welcome.
    let received = 0;
    while (received < members && performance.now() - began < 30_000) {
      ({ received } = await load.do('count', {}));
      if (received < members) await sleep(10);
    }
    return {
      members,
      servedMs: Math.round(performance.now() - began),
      undelivered: members - received,
      limitMs: 5_000,
    };
  });

// From the load process, because the bench's own heap is large, and collecting its garbage takes
// longer than a response.
const timeRequests = (url: string, route: string, token: string) =>
  withLoad(url, async (load) => ({
    ...(await load.do('ask', { route, token, warmUp: WARM_UP_REQUESTS, requests: REQUESTS })),
    limitMs: 5,
  }));

const measurePages = async ({ product, pool, admin, users, say }: Stage, messages: number) => {
  const [reader] = await createMembers(pool, 1);
  const writer = users[0];
  if (reader === undefined || writer === undefined) throw new Error('There are no people.');
  const large = await createChannel(pool, [reader]);
  const senderId = writer.userId;
  await withoutIndexes(pool, async () => {
    await fillChannel(pool, { channelId: large, senderId, messages }, say);
    for (let more = 1; more < OWN_CHANNELS; more += 1) {
      const channelId = await createChannel(pool, [reader]);
      await fillChannel(pool, { channelId, senderId, messages: 600 }, () => {});
    }
    say('building the indexes');
  });
  // The delayed writes of the filling must not slow later reads.
  await admin.query('VACUUM ANALYZE');
  await admin.query('CHECKPOINT');
  return {
    newestPage: {
      messages,
      ...(await timeRequests(
        product.url,
        `/api/message/channel/${large}/messages?limit=50`,
        reader.token,
      )),
    },
    activity: {
      channels: OWN_CHANNELS,
      ...(await timeRequests(product.url, '/api/channels/activity', reader.token)),
    },
  };
};

const measure1000 = async ({ product, pool, users, say, seconds }: Stage) => {
  const thousand = users.slice(0, 1_000);
  const channelId = await createChannel(pool, thousand);
  const load = { perSecond: 10, seconds, underLoad: true };
  const at1000 = await measureFanOut(product.url, tokensOf(thousand), channelId, load);
  say('1,000 members of bare ws');
  const bare1000 = await measureBare(tokensOf(thousand), load);
  const ratio = (at1000.pump?.deliveriesPerSecond ?? 0) / (bare1000.pump?.deliveriesPerSecond ?? 1);
  return { at1000, bare1000, ratioToBare1000: Number(ratio.toPrecision(3)) };
};

const measure5000 = async ({ product, pool, users, say, seconds }: Stage) => {
  const fiveThousand = users.slice(0, 5_000);
  const channelId = await createChannel(pool, fiveThousand);
  const load = { perSecond: 4, seconds };
  const at5000 = await measureFanOut(product.url, tokensOf(fiveThousand), channelId, {
    ...load,
    underLoad: true,
  });
  say('5,000 members of bare ws');
  const bare5000 = await measureBare(tokensOf(fiveThousand), { ...load, underLoad: false });
  return { at5000, bare5000 };
};

type Part = (stage: Stage, messages: number) => Promise<Readonly<Record<string, unknown>>>;

/** The parts for `--only`; all of them by default, in this order. */
const parts: Readonly<Record<string, Part>> = {
  '1000': measure1000,
  '5000': measure5000,
  reconnect: async (stage) => ({ reconnect: await measureReconnect(stage, 5_000) }),
  idle: async (stage) => ({ idle: await measureIdle(stage, USERS) }),
  pages: measurePages,
};

const measure = async (stage: Stage, messages: number, only: string | undefined) => {
  const wanted = Object.entries(parts).filter(([name]) => only === undefined || only === name);
  if (wanted.length === 0) throw new Error(`--only takes ${Object.keys(parts).join(', ')}`);
  const result: Record<string, unknown> = {};
  for (const [name, part] of wanted) {
    stage.say(name);
    Object.assign(result, await part(stage, messages));
  }
  return result;
};

export const chatBench: Bench = {
  summary:
    'chat: fan-out to 1,000 and 5,000 beside bare ws, idle connections, reconnecting, pages (--size messages, --runs seconds, --only 1000|5000|reconnect|idle|pages)',
  async run({ size, runs, only, quick, say }) {
    const messages = size ?? (quick ? QUICK_MESSAGES : MESSAGES);
    const seconds = runs ?? (quick ? QUICK_SECONDS : SECONDS);
    return withChatProduct(async ({ product, pool, admin }) => {
      const users = await createMembers(pool, USERS);
      const stage = { product, pool, admin, users, say, seconds };
      return { seconds, ...(await measure(stage, messages, only)) };
    });
  },
};
