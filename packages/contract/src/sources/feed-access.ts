import * as z from 'zod/mini';

/** The name of a credential in the settings. */
const credentialNameSchema = z
  .string()
  .check(z.regex(/^[A-Za-z][\w.-]{0,63}$/, 'Expected the name of a credential'));

/**
 * How a feed's server learns who asks. `name` is that of a credential of `SOURCE_CREDENTIALS`; the
 * row of the source never holds the credential itself.
 * - `basic`: the credential is "user:password"; `bearer`: a token, both in `Authorization`;
 * - `query`: the value of the parameter `parameter` of the URL.
 */
export const feedAccessSchema = z.discriminatedUnion('as', [
  z.strictObject({ as: z.enum(['basic', 'bearer']), name: credentialNameSchema }),
  z.strictObject({
    as: z.literal('query'),
    name: credentialNameSchema,
    parameter: z.string().check(z.regex(/^[\w.-]{1,64}$/)),
  }),
]);
export type FeedAccess = z.infer<typeof feedAccessSchema>;
