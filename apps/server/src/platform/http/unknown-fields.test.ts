import fc from 'fast-check';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { contractCalls } from '#test/contract-calls.ts';
import { validRequestsOf } from '#test/valid-requests.ts';
import { parseKnown } from './unknown-fields.ts';

const SAMPLES = 20;

test.for(contractCalls.filter(({ body }) => body !== undefined))(
  '$method $path names no field that it knows',
  (call) => {
    const schema = z.object({
      params: z.unknown(),
      query: z.unknown(),
      body: call.body ?? z.unknown(),
    });
    for (const request of fc.sample(validRequestsOf(call), { numRuns: SAMPLES, seed: 1 })) {
      // As JSON has it: without undefined values.
      const body: unknown = JSON.parse(JSON.stringify(request.body));
      expect(parseKnown(schema, { ...request, body }).unknown).toEqual([]);
    }
  },
);
