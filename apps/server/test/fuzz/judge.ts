import * as z from 'zod/mini';
import type { Call } from '@izgodno/contract/common/call';
import {
  errorBodySchema,
  errorDefinitions,
  textRejectionSchema,
} from '@izgodno/contract/common/errors';
import { parseJson } from '@izgodno/contract/common/parse-json';
import { getDeal } from '@izgodno/contract/deals/calls';
import { listDeals } from '@izgodno/contract/search/calls';
import {
  CHUNKED_UPLOAD_PATH,
  GENERIC_UPLOAD_PATH,
  RESUMABLE_UPLOAD_PATH,
  uploadResponseSchema,
  uploadRejectionSchema,
} from '@izgodno/contract/uploads/multipart';
import { contractCalls } from '../contract-calls.ts';
import type { FuzzRequest } from './fuzz-request.ts';
import type { FuzzResponse, Outcome } from './raw-client.ts';

/** Calls whose responses are the same for all. */
const forAnybody = new Set<Call>([listDeals, getDeal]);

const catalogue = new Map<string, { readonly status: number }>(Object.entries(errorDefinitions));

const decodePath = (target: string): string => {
  const [path = ''] = target.replace(/^https?:\/\/[^/?]*/, '').split(/[?#]/);
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
};

const patterns = contractCalls.map((call) => ({
  call,
  pattern: new RegExp(`^${call.path.replaceAll(/:\w+/g, '[^/]*')}$`),
}));

/** The calls that a request may match. */
const callsAt = (path: string, method: string): readonly Call[] =>
  patterns
    .filter(({ call, pattern }) => call.method === method && pattern.test(path))
    .map(({ call }) => call);

/** The code and the fields of an error, in the product's form for the route. */
const refusalOf = (answer: unknown, isUpload: boolean, calls: readonly Call[]) => {
  if (isUpload) {
    const upload = uploadRejectionSchema.safeParse(answer);
    if (upload.success) return upload.data.details;
  }
  if (calls.some(({ rejection }) => rejection !== undefined)) {
    const inText = textRejectionSchema.safeParse(answer);
    if (inText.success) return inText.data.details;
  }
  const usual = errorBodySchema.safeParse(answer);
  return usual.success ? usual.data.error : undefined;
};

/** The size of a response that names fifty fields with their errors. */
const LONGEST_REFUSAL = 30_000;

const faultOfRefusal = (
  { status, headers, body }: FuzzResponse,
  answer: unknown,
  isUpload: boolean,
  calls: readonly Call[],
): string | undefined => {
  const refused = refusalOf(answer, isUpload, calls);
  if (refused === undefined) return 'foreign shape of a refusal';
  if (body.length > LONGEST_REFUSAL) return 'a refusal far too long';
  const known = catalogue.get(refused.code);
  if (known === undefined) return `unknown code ${refused.code}`;
  if (known.status !== status) return `code ${refused.code} under another status`;
  if (refused.code === 'validation_failed' && Object.keys(refused.fields ?? {}).length === 0)
    return 'no field is named';
  if (status === 429 && !headers.has('retry-after')) return 'nothing says when to come back';
  return undefined;
};

const faultOfAnswer = (
  response: FuzzResponse,
  answer: unknown,
  calls: readonly Call[],
): string | undefined => {
  const cacheable = !/no-store|private/.test(response.headers.get('cache-control') ?? '');
  if (cacheable && !calls.some((call) => forAnybody.has(call))) return 'caches may keep it';
  // The browser's service worker stores what caches may.
  if (!cacheable && calls.length > 0 && calls.every((call) => forAnybody.has(call)))
    return 'no cache may keep it';
  const faults = calls.map((call) => call.response.safeParse(answer).error?.message);
  return faults.includes(undefined) ? undefined : `against its contract: ${faults[0] ?? 'no call'}`;
};

/** Not an internal error, although in the 500s: HTTP's rejection of an unknown method. */
const UNKNOWN_METHOD = errorDefinitions.not_implemented.status;
const emptyStatuses = new Set([204, 304]);
const SUCCESS_WITHOUT_CALL = /^\/api\/(docs|files\/)/;

const isAt = (path: string, places: readonly string[]): boolean =>
  places.some((place) => path === place || path.startsWith(`${place}/`));

/** Whether the request may be no HTTP at all; a raw request of the corpus names its call. */
const isWild = ({ raw, target }: FuzzRequest): boolean => raw !== undefined && target === '/';

const faultOfResponse = (request: FuzzRequest, response: FuzzResponse): string | undefined => {
  const { status, headers, body } = response;
  if ((status >= 500 && status !== UNKNOWN_METHOD) || status < 200) return `status ${status}`;
  if (request.method === 'HEAD' || emptyStatuses.has(status)) return undefined;
  const path = isWild(request) ? '/raw' : decodePath(request.target);
  const isUpload = isAt(path, [CHUNKED_UPLOAD_PATH, GENERIC_UPLOAD_PATH, RESUMABLE_UPLOAD_PATH]);
  const calls = callsAt(path, request.method);
  const isJson = (headers.get('content-type') ?? '').startsWith('application/json');
  const isApi = /^\/api(\/|$)/.test(path) || isWild(request);
  if (!isApi && !isJson) return undefined;
  // `GET *` and the like return a page.
  if (isWild(request) && (headers.get('content-type') ?? '').startsWith('text/html'))
    return undefined;
  if (request.method === 'OPTIONS' && status < 300) return undefined;
  // The response of an upload's creation has only its URL.
  if (isUpload && status < 300 && body.length === 0) return undefined;
  // A response without a body: the range of 416 is in a header.
  if (status === 416 && body.length === 0) return undefined;
  if (status >= 300 && status < 400) return undefined;
  if (!isJson) return SUCCESS_WITHOUT_CALL.test(path) && status < 300 ? undefined : 'no JSON';
  const answer = parseJson(body.toString('utf8'));
  if (status >= 400) return faultOfRefusal(response, answer, isUpload, calls);
  if (SUCCESS_WITHOUT_CALL.test(path) && calls.length === 0) return undefined;
  if (isUpload && uploadResponseSchema.safeParse(answer).success) return undefined;
  // Any raw request may ask for health.
  if (isWild(request)) return undefined;
  return faultOfAnswer(response, answer, calls);
};

/**
 * What is wrong with a request's outcome, in a few words that are the same for the same error;
 * undefined if nothing is.
 */
export const faultOf = (request: FuzzRequest, outcome: Outcome): string | undefined => {
  if (outcome.kind === 'hang') return isWild(request) ? undefined : 'hang';
  // The connection of raw requests that are not HTTP may be closed.
  if (outcome.kind === 'closed') return isWild(request) ? undefined : 'closed without an answer';
  return faultOfResponse(request, outcome.response);
};

const codeSchema = z.object({ error: z.object({ code: z.string() }) });
const detailSchema = z.object({ details: z.object({ code: z.string() }) });

/** The status of a response with its error code, for the report. */
export const labelOf = (outcome: Outcome): string => {
  if (outcome.kind !== 'response') return outcome.kind;
  const { status, body } = outcome.response;
  if (status < 400) return String(status);
  const answer = parseJson(body.toString('utf8'));
  const code =
    codeSchema.safeParse(answer).data?.error.code ??
    detailSchema.safeParse(answer).data?.details.code;
  return code === undefined ? String(status) : `${status} ${code}`;
};
