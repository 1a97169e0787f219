import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'undici';
import { REALTIME_PATH } from '@izgodno/contract/realtime/frames';
import { createUuidV7 } from '@izgodno/server/platform/uuid.ts';
import { ask } from '../ask.ts';
import { percentile, rounded } from '../statistics.ts';
import {
  loadCommands,
  orderSchema,
  type LoadCommandName,
  type LoadInput,
  type LoadOutput,
} from './load-commands.ts';
import { RawSocket } from './raw-socket.ts';

// The load generator: a separate process, so that it takes no time from the server's event loop.

const OPENING_AT_ONCE = 250;
const HTTP_CONNECTIONS = 64;
const OPEN_TIMEOUT_MS = 60_000;
/** The longest wait for the last deliveries. */
const SETTLE_MS = 3_000;
const marker = Buffer.from('"text":"#');

const url = new URL(process.argv[2] ?? '');
const pool = new Pool(url.origin, { connections: HTTP_CONNECTIONS, pipelining: 1 });

const sockets = new Set<RawSocket>();
let received = 0;
let onText: ((sequence: number) => void) | null = null;

const readSequence = (bytes: Buffer, start: number, end: number): number => {
  const at = bytes.indexOf(marker, start) + marker.length;
  let sequence = 0;
  for (let index = at; index < end; index += 1) {
    const digit = bytes.readUInt8(index) - 0x30;
    if (digit < 0 || digit > 9) break;
    sequence = sequence * 10 + digit;
  }
  return sequence;
};

const send = async (token: string, channelId: string, text: string): Promise<void> => {
  const { statusCode, body } = await pool.request({
    path: '/api/message',
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ channelId, clientId: createUuidV7(Date.now()), text }),
  });
  const response = await body.text();
  if (statusCode !== 200) throw new Error(`${statusCode} ${response}`);
};

const openOne = (token: string, channelId: string, version: number | null): Promise<void> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('a socket did not open')), OPEN_TIMEOUT_MS);
    const resume = version === null ? [] : [{ channelId, version }];
    const socket: RawSocket = new RawSocket({
      url,
      path: REALTIME_PATH,
      hello: JSON.stringify({ type: 'hello', token, resume }),
      onReady: () => {
        clearTimeout(timer);
        resolve();
      },
      onMessage: (bytes, start, end) => {
        received += 1;
        if (onText !== null) onText(readSequence(bytes, start, end));
      },
      onClose: () => sockets.delete(socket),
    });
    sockets.add(socket);
  });

type Commands = {
  [Name in LoadCommandName]: (input: LoadInput<Name>) => Promise<LoadOutput<Name>>;
};

const commands: Commands = {
  async open({ tokens, channelId, version }) {
    received = 0;
    const began = performance.now();
    const left = [...tokens];
    const opener = async (): Promise<void> => {
      for (let token = left.pop(); token !== undefined; token = left.pop())
        await openOne(token, channelId, version);
    };
    await Promise.all(Array.from({ length: OPENING_AT_ONCE }, opener));
    return { openedMs: rounded(performance.now() - began) };
  },

  async rate({ tokens, channelId, perSecond, seconds }) {
    const sentAt: number[] = [];
    const lastAt: number[] = [];
    const latencies: number[] = [];
    let deliveries = 0;
    onText = (sequence) => {
      const now = performance.now();
      const sent = sentAt[sequence];
      if (sent === undefined) return;
      deliveries += 1;
      latencies.push(now - sent);
      lastAt[sequence] = now - sent;
    };
    const messages = Math.round(perSecond * seconds);
    const began = performance.now();
    const responses: Promise<void>[] = [];
    for (let sequence = 0; sequence < messages; sequence += 1) {
      await sleep(Math.max(0, began + (sequence * 1_000) / perSecond - performance.now()));
      sentAt[sequence] = performance.now();
      responses.push(send(tokens[sequence % tokens.length] ?? '', channelId, `#${sequence}`));
    }
    await Promise.all(responses);
    const expected = messages * sockets.size;
    const settled = (): boolean => deliveries >= expected;
    for (let waited = 0; !settled() && waited < SETTLE_MS; waited += 50) await sleep(50);
    onText = null;
    return {
      messages,
      deliveries,
      missing: expected - deliveries,
      p50Ms: percentile(latencies, 0.5),
      p90Ms: percentile(latencies, 0.9),
      p99Ms: percentile(latencies, 0.99),
      lastP50Ms: percentile(lastAt, 0.5),
      lastP99Ms: percentile(lastAt, 0.99),
    };
  },

  async pump({ tokens, channelId, inFlight, seconds }) {
    let sent = 0;
    const began = performance.now();
    const receivedBefore = received;
    const end = began + seconds * 1_000;
    const sender = async (first: number): Promise<void> => {
      for (let round = first; performance.now() < end; round += inFlight) {
        await send(tokens[round % tokens.length] ?? '', channelId, `#${round}`);
        sent += 1;
      }
    };
    await Promise.all(Array.from({ length: inFlight }, (_, first) => sender(first)));
    const elapsed = (performance.now() - began) / 1_000;
    return {
      messagesPerSecond: rounded(sent / elapsed),
      deliveriesPerSecond: rounded((received - receivedBefore) / elapsed),
    };
  },

  async cut() {
    const cut = sockets.size;
    for (const socket of sockets) socket.destroy();
    await sleep(200);
    return { cut };
  },

  async send({ tokens, channelId, messages }) {
    for (let sent = 0; sent < messages; sent += 1)
      await send(tokens[sent % tokens.length] ?? '', channelId, `#${sent}`);
    return { sent: messages };
  },

  async ask({ route, token, warmUp, requests }) {
    const times: number[] = [];
    for (let request = 0; request < warmUp + requests; request += 1) {
      const began = performance.now();
      const status = await ask(pool, route, { authorization: `Bearer ${token}` });
      if (status !== 200) throw new Error(`${route} answered ${status}`);
      if (request >= warmUp) times.push(performance.now() - began);
    }
    return { p50Ms: percentile(times, 0.5), p99Ms: percentile(times, 0.99) };
  },
  async count() {
    let open = 0;
    for (const { isOpen } of sockets) open += isOpen ? 1 : 0;
    return { open, received };
  },
};

const run = async (name: LoadCommandName, input: unknown): Promise<unknown> => {
  const command: (given: never) => Promise<unknown> = commands[name];
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- parsed by the schema of this very command.
  return command(loadCommands[name].input.parse(input) as never);
};

process.on('message', (message) => {
  const { id, name, input } = orderSchema.parse(message);
  run(name, input).then(
    (output) => process.send?.({ id, output }),
    (error: unknown) => process.send?.({ id, error: String(error) }),
  );
});
