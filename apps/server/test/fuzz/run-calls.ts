import fc from 'fast-check';
import * as z from 'zod/mini';
import type { Call } from '@izgodno/contract/common/call';
import { parseJson } from '@izgodno/contract/common/parse-json';
import { contractCalls } from '../contract-calls.ts';
import { validRequestsOf } from '../valid-requests.ts';
import { wireOf, type FuzzRequest } from './fuzz-request.ts';
import { generateCallRequest, type FuzzedCall } from './generate-call.ts';
import { generateForm, generateTus } from './generate-upload.ts';
import { generateRawRequest } from './generate-wild.ts';
import { faultOf, labelOf } from './judge.ts';
import { minimise } from './minimise.ts';
import { createRandom } from './random.ts';
import { createRawClient, type Outcome, type RawClient } from './raw-client.ts';
import type { World } from './world.ts';

interface FuzzFind {
  readonly fault: string;
  /** Reproduces the same request: `--seed`, and its number in the run. */
  readonly seed: number;
  readonly index: number;
  readonly request: FuzzRequest;
  readonly answer: string;
}

export interface CallFuzzOptions {
  readonly port: number;
  readonly world: World;
  readonly seed: number;
  readonly calls: number;
  /** Earlier finds, which are sent first. */
  readonly corpus: readonly FuzzRequest[];
  /** Concurrent connections. */
  readonly lines: number;
  readonly deadlineMs: number;
  /** The number of requests after which users and things are created again. */
  readonly renewEvery: number;
  /** Valid requests of each call from which others are made. */
  readonly samples: number;
  /** Checks that the product is still running; throws if it is not. */
  readonly check: () => void;
  readonly onProgress?: (made: number) => void;
  readonly onFind?: (find: FuzzFind) => void;
  /** Ends the run before its number of calls. */
  readonly isOver?: () => boolean;
}

export interface CallFuzzResult {
  readonly made: number;
  readonly byAnswer: ReadonlyMap<string, number>;
  readonly finds: readonly FuzzFind[];
  readonly slowest: readonly Slow[];
}

interface Slow {
  readonly ms: number;
  readonly request: FuzzRequest;
}

const SLOW_KEPT = 8;

const withSlow = (slowest: readonly Slow[], slow: Slow): readonly Slow[] =>
  slowest.length === SLOW_KEPT && slow.ms <= (slowest.at(-1)?.ms ?? 0)
    ? slowest
    : [...slowest, slow].sort((one, other) => other.ms - one.ms).slice(0, SLOW_KEPT);

/**
 * Other requests in each round of all calls. Forms are the fewest, because one costs as much as ten
 * others.
 */
const TUS_A_TURN = 5;
const FORMS_A_TURN = 2;
const RAW_A_TURN = 9;
const OTHERS_A_TURN = TUS_A_TURN + FORMS_A_TURN + RAW_A_TURN;

/** A run ends after this many different finds. */
const MOST_FINDS = 40;

const keysOf = (schema: Call['query']): readonly string[] =>
  schema instanceof z.ZodMiniObject ? Object.keys(schema.shape) : [];

const describeOutcome = (outcome: Outcome): string =>
  outcome.kind === 'response'
    ? `${outcome.response.status} ${outcome.response.body.toString('utf8').slice(0, 600)}`
    : outcome.kind;

/** IPs of many networks, so that no network's limit lasts long. */
const networkOf = (index: number): string =>
  `${11 + (index % 150)}.${(index >> 3) % 256}.${(index >> 11) % 256}.${1 + (index % 250)}`;

/** Sends requests until there are enough, or too many finds, and returns the result. */
export const fuzzCalls = async (options: CallFuzzOptions): Promise<CallFuzzResult> => {
  const { port, world, seed, calls, corpus, check } = options;
  const fuzzed: readonly FuzzedCall[] = contractCalls.map((call) => ({
    call,
    queryNames: keysOf(call.query),
    valid: fc.sample(validRequestsOf(call), { seed, numRuns: options.samples }),
  }));
  const byAnswer = new Map<string, number>();
  const finds = new Map<string, FuzzFind>();

  const requestAt = (index: number): FuzzRequest => {
    const kept = corpus[index];
    if (kept !== undefined) return kept;
    const random = createRandom(seed, index);
    const turn = index % (fuzzed.length + OTHERS_A_TURN);
    const call = fuzzed[turn];
    if (call !== undefined) return generateCallRequest(call, random);
    const other = turn - fuzzed.length;
    if (other < TUS_A_TURN) return generateTus(random);
    return other < TUS_A_TURN + FORMS_A_TURN ? generateForm(random) : generateRawRequest(random);
  };

  const make = (client: RawClient, request: FuzzRequest, index: number): Promise<Outcome> => {
    const token = world.token(request.as);
    const wire = wireOf(request, {
      host: `127.0.0.1:${port}`,
      named: (name) => world.named(name, request),
      headers: [
        ['x-forwarded-for', networkOf(index)],
        ...(token === null ? [] : [['authorization', `Bearer ${token}`] as const]),
      ],
    });
    return client.send(wire, request.method);
  };

  const minimised = async (client: RawClient, find: FuzzFind): Promise<FuzzFind> => ({
    ...find,
    request: await minimise(
      find.request,
      async (candidate) =>
        faultOf(candidate, await make(client, candidate, find.index)) === find.fault,
      find.fault === 'hang' ? 0 : 150,
    ),
  });

  let next = 0;
  let slowest: readonly Slow[] = [];
  let renewing: Promise<void> = world.renew();
  const work = async (): Promise<void> => {
    const client = createRawClient(port, options.deadlineMs);
    try {
      while (next < calls && finds.size < MOST_FINDS && options.isOver?.() !== true) {
        const index = next;
        next += 1;
        if (index > 0 && index % options.renewEvery === 0) renewing = world.renew();
        await renewing;
        const request = requestAt(index);
        const began = performance.now();
        const outcome = await make(client, request, index);
        const label = labelOf(outcome);
        byAnswer.set(label, (byAnswer.get(label) ?? 0) + 1);
        if (outcome.kind === 'response' && outcome.response.status === 200) {
          learnFrom(world, request, outcome);
        }
        if (outcome.kind === 'closed') check();
        slowest = withSlow(slowest, { ms: Math.round(performance.now() - began), request });
        if (label === '401 session_expired') await world.revive(request);
        const fault = faultOf(request, outcome);
        const key = `${fault ?? ''} ${fault?.startsWith('against') === true ? request.target.split('?')[0] : describeOutcome(outcome).slice(0, 80)}`;
        if (fault !== undefined && !finds.has(key)) {
          check();
          // Recorded before it is minimised, because other connections may find the same meanwhile.
          const find = { fault, seed, index, request, answer: describeOutcome(outcome) };
          finds.set(key, find);
          const least = await minimised(client, find);
          finds.set(key, least);
          options.onFind?.(least);
        }
        options.onProgress?.(index + 1);
      }
    } finally {
      client.close();
    }
  };
  await Promise.all(Array.from({ length: options.lines }, work));
  check();
  return { made: next, byAnswer, finds: [...finds.values()], slowest };
};

const MOST_LEARNT_BYTES = 50_000;

const learnFrom = (
  world: World,
  { target }: FuzzRequest,
  { response: { headers, body } }: Extract<Outcome, { kind: 'response' }>,
): void => {
  const isJson = (headers.get('content-type') ?? '').startsWith('application/json');
  if (isJson && body.length > 0 && body.length < MOST_LEARNT_BYTES) {
    const answer = parseJson(body.toString('utf8'));
    if (answer !== undefined) world.learn(target, answer);
  }
};
