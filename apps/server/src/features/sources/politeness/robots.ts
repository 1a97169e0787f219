import { DAY_MS, MINUTE_MS } from '@izgodno/contract/common/durations';
import { isRecent } from '#platform/clock.ts';
import { decodeBody } from '#platform/http/decode-body.ts';
import type { IpGuard } from '#platform/http/ip-guard.ts';
import { type ResponsePatience, sendRequest } from '#platform/http/outgoing-request.ts';
import { ImportError } from '../pipeline/import-error.ts';
import { type HostPace, MAX_HOSTS } from './host-pace.ts';
import { allowsUrl, noRules, parseRobotRules, type RobotRules } from './robot-rules.ts';
import { unlessAborted, type Timing } from './timing.ts';
import { messageOf } from '#platform/message-of.ts';
import { RecentMap } from '#platform/recent-map.ts';

/** Milliseconds that a robots.txt is cached: the most that RFC 9309 allows. */
const STORED_MS = DAY_MS;
/** After an error it is requested again sooner. */
const STORED_WITHOUT_RESPONSE_MS = MINUTE_MS;
/** Bytes read of it: the least that RFC 9309 asks for. */
const MAX_BYTES = 500 * 1_024;
/** Our name in robots.txt, in lower case. */
const PRODUCT = 'izgodno';
/** Shorter than for a feed, because a robots.txt is small and every request waits for it. */
const usualPatience: ResponsePatience = { headMs: 10_000, graceMs: 10_000, bytesPerSecond: 16_384 };

/** The rules of a site for us (RFC 9309). */
export interface Robots {
  /**
   * Throws `SOURCE_FORBIDS` if robots.txt forbids the URL, and `SOURCE_UNREACHABLE` if it is
   * unavailable.
   */
  check(url: URL, signal: AbortSignal): Promise<void>;
}

type Rules =
  | { readonly kind: 'rules'; readonly rules: RobotRules }
  | { readonly kind: 'unanswered'; readonly why: string };

export interface RobotsOptions {
  readonly guard: IpGuard;
  readonly userAgent: string;
  readonly timing: Timing;
  readonly pace: HostPace;
  readonly patience?: ResponsePatience | undefined;
}

export const createRobots = ({
  guard,
  userAgent,
  timing,
  pace,
  patience = usualPatience,
}: RobotsOptions): Robots => {
  const known = new RecentMap<
    string,
    { readonly rules: Promise<Rules>; readonly at: number; freshMs: number }
  >(MAX_HOSTS);

  const fetchRules = async (origin: string, signal: AbortSignal): Promise<Rules> => {
    const url = new URL('/robots.txt', origin);
    const release = await pace.acquire(url.host, signal);
    try {
      const headers = { 'user-agent': userAgent, accept: 'text/plain', 'accept-encoding': 'gzip' };
      const response = await sendRequest(url, guard, { headers, signal, patience });
      if (response.status >= 500) {
        response.discard();
        return { kind: 'unanswered', why: `robots.txt answered ${response.status}` };
      }
      if (response.status !== 200) {
        response.discard();
        return { kind: 'rules', rules: noRules };
      }
      const chunks: Uint8Array[] = [];
      let length = 0;
      for await (const chunk of decodeBody(response)) {
        chunks.push(chunk);
        length += chunk.length;
        if (length >= MAX_BYTES) break;
      }
      const text = Buffer.concat(chunks).subarray(0, MAX_BYTES).toString('utf8');
      const rules = parseRobotRules(text.replace(/^\uFEFF/, ''), PRODUCT);
      pace.keepGap(url.host, 1_000 * rules.crawlDelay);
      return { kind: 'rules', rules };
    } catch (error) {
      signal.throwIfAborted();
      const why = messageOf(error);
      return { kind: 'unanswered', why: `robots.txt cannot be read: ${why}` };
    } finally {
      release();
    }
  };

  const rulesOf = async (origin: string, signal: AbortSignal): Promise<Rules> => {
    const now = timing.clock.now();
    const remembered = known.get(origin);
    if (remembered !== undefined && isRecent(remembered.at, now, remembered.freshMs)) {
      try {
        return await unlessAborted(remembered.rules, signal);
      } catch {
        // The reading that requested the rules was cancelled, so this one requests them itself.
        signal.throwIfAborted();
        return rulesOf(origin, signal);
      }
    }
    const entry = { rules: fetchRules(origin, signal), at: now, freshMs: STORED_MS };
    known.set(origin, entry);
    try {
      const rules = await entry.rules;
      if (rules.kind === 'unanswered') entry.freshMs = STORED_WITHOUT_RESPONSE_MS;
      return rules;
    } catch (error) {
      if (known.get(origin) === entry) known.delete(origin);
      throw error;
    }
  };

  return {
    async check(url, signal) {
      const rules = await rulesOf(url.origin, signal);
      if (rules.kind === 'unanswered') {
        throw new ImportError('SOURCE_UNREACHABLE', `${url.host}: ${rules.why}.`);
      }
      pace.keepGap(url.host, 1_000 * rules.rules.crawlDelay);
      if (!allowsUrl(rules.rules, url)) {
        throw new ImportError(
          'SOURCE_FORBIDS',
          `robots.txt of ${url.host} forbids ${url.pathname}.`,
        );
      }
    },
  };
};
