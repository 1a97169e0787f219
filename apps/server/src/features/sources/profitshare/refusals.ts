import { parseUntrusted } from '@izgodno/contract/common/parse-untrusted';
import { ImportError } from '../pipeline/import-error.ts';
import type { ReadAnswer, SourceAnswer } from '../source-http.ts';
import { refusalSchema } from './responses.ts';

/** The difference that Profitshare allows between its clock and the `Date` header, in seconds. */
const ALLOWED_SKEW_S = 20;

const skewMessage = (answer: SourceAnswer, now: number): string => {
  const theirs = Date.parse(answer.headers.get('date') ?? '');
  if (Number.isNaN(theirs))
    return `This machine's clock is wrong by more than ${ALLOWED_SKEW_S} s.`;
  const seconds = Math.round((now - theirs) / 1_000);
  return `This machine's clock is ${Math.abs(seconds)} s ${seconds < 0 ? 'behind' : 'ahead of'} Profitshare's; ${ALLOWED_SKEW_S} s are allowed. Set it by a time server.`;
};

const explanations: Readonly<Record<string, string>> = {
  InvalidSignature:
    'The signature is not accepted: check the API key, and whether this account signs empty queries with a question mark (emptyQuery).',
  InvalidClient: 'The API user is not known there.',
  AuthHeaderMissing: 'The header X-PS-Auth was lost on the way.',
  ClientHeaderMissing: 'The header X-PS-Client was lost on the way.',
  DateHeaderMissing: 'The header Date was lost on the way.',
};

const jsonOrNull = (body: Uint8Array): unknown => {
  try {
    return JSON.parse(new TextDecoder().decode(body));
  } catch {
    return null;
  }
};

/** Explains why a call was rejected and what to do. `now` is the time it was signed for. */
export const toRefusal = (answer: ReadAnswer, now: number): ImportError => {
  const parsed = parseUntrusted(refusalSchema, jsonOrNull(answer.body));
  if (!parsed.success)
    return new ImportError('SOURCE_REFUSES', `Profitshare answered ${answer.status}.`);
  const { code, message } = parsed.data.error;
  const words =
    code === 'AuthTimeDifference' ? skewMessage(answer, now) : (explanations[code] ?? message);
  return new ImportError('SOURCE_REFUSES', `Profitshare refuses (${code}). ${words}`);
};
