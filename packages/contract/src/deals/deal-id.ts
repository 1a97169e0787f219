import * as z from 'zod/mini';

/** Deal ids are positive integers below 2^53, written in decimal. */
export const dealIdSchema = z.string().check(z.regex(/^[1-9]\d{0,15}$/, 'Expected a deal id'));
