import * as z from 'zod/mini';

/** Deal ids are positive integers below 2^53, written in decimal. */
export const dealIdSchema = z.string().check(z.regex(/^[1-9]\d{0,15}$/, 'Expected a deal id'));

/** The parameter of a call about one deal. */
export const dealParams = z.strictObject({ id: dealIdSchema });
