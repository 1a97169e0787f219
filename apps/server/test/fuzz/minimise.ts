import type { FuzzRequest } from './fuzz-request.ts';

/** Requests that are a little smaller than a failing one. */
const smaller = function* (request: FuzzRequest): Generator<FuzzRequest> {
  for (const index of request.headers.keys()) {
    yield { ...request, headers: request.headers.toSpliced(index, 1) };
  }
  const [path = '', query] = request.target.split('?');
  if (query !== undefined) {
    const pairs = query.split('&');
    for (const index of pairs.keys()) {
      const rest = pairs.toSpliced(index, 1).join('&');
      yield { ...request, target: rest === '' ? path : `${path}?${rest}` };
    }
  }
  if (request.body !== null) {
    yield { ...request, body: null };
    yield* smallerBodies(request, request.body);
  }
  if (request.as !== 'anonymous') yield { ...request, as: 'anonymous' };
};

const smallerBodies = function* (request: FuzzRequest, body: string): Generator<FuzzRequest> {
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch {
    return;
  }
  for (const less of smallerValues(value, 0)) {
    yield { ...request, body: Buffer.from(JSON.stringify(less), 'utf8').toString('latin1') };
  }
};

const smallerValues = function* (value: unknown, depth: number): Generator {
  if (typeof value !== 'object' || value === null || depth > 6) return;
  if (Array.isArray(value)) {
    for (const index of value.keys()) yield value.toSpliced(index, 1) as unknown;
    return;
  }
  const fields = Object.entries(value);
  for (const index of fields.keys()) yield Object.fromEntries(fields.toSpliced(index, 1));
  for (const [index, [name, field]] of fields.entries()) {
    for (const less of smallerValues(field, depth + 1)) {
      yield Object.fromEntries(fields.toSpliced(index, 1, [name, less]));
    }
  }
};

/** The smallest request that still fails, found by leaving one thing out after another. */
export const minimise = async (
  request: FuzzRequest,
  stillFails: (request: FuzzRequest) => Promise<boolean>,
  mostTries = 150,
): Promise<FuzzRequest> => {
  let least = request;
  for (let tries = 0; tries < mostTries;) {
    let found = false;
    for (const candidate of smaller(least)) {
      tries += 1;
      if (tries >= mostTries) break;
      if (!(await stillFails(candidate))) continue;
      least = candidate;
      found = true;
      break;
    }
    if (!found) break;
  }
  return least;
};
