import { expect, expectTypeOf, test } from 'vitest';
import * as z from 'zod/mini';
import { defineCall, type Call, type CallInput } from './call.ts';

const parts = {
  method: 'GET',
  path: '/api/things',
  summary: 'List things',
  response: z.object({ success: z.literal(true) }),
} as const;

const access = 'member';
const limit = { cost: 1 };
const audit = false;

test('a call states its access, its limits, and whether it is audited', () => {
  const call = defineCall({ ...parts, access, limit, audit });
  expect(call).toMatchObject({ access: 'member', limit: { cost: 1 }, audit: false });
  expectTypeOf(call.access).toEqualTypeOf<'member'>();
  expectTypeOf(call).toExtend<Call>();
});

test('one without any of these does not compile', () => {
  const faulty = [
    // @ts-expect-error -- who may make it is missing.
    defineCall({ ...parts, limit, audit }),
    // @ts-expect-error -- how often is missing.
    defineCall({ ...parts, access, audit }),
    // @ts-expect-error -- whether it is kept is missing.
    defineCall({ ...parts, access, limit }),
    // @ts-expect-error -- there is no such role.
    defineCall({ ...parts, access: 'owner', limit, audit }),
    // @ts-expect-error -- the trail keeps no such action.
    defineCall({ ...parts, access, limit, audit: 'deal.like' }),
    // @ts-expect-error -- a limit has a cost.
    defineCall({ ...parts, access, limit: {}, audit }),
  ];
  expect(faulty).toHaveLength(6);
});

test('arguments for a part that the call does not have do not compile', () => {
  const call = defineCall({ ...parts, access, limit, audit, body: z.object({}) });
  // @ts-expect-error -- the server rejects parameters of the URL.
  const given: CallInput<typeof call> = { body: {}, query: { ended: true } };
  expect(given).toBeDefined();
});
