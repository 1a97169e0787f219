import * as z from 'zod/mini';
import { passkeyRequestSchema } from './passkeys.ts';

/** The ways to finish a sign-in after the password. */
export const secondFactors = ['passkey', 'totp', 'recovery_code'] as const;

/** The second step of a sign-in, after the correct password of an account with a second factor. */
export const secondStepSchema = z.object({
  /** Identifies this sign-in in the calls that finish it. Works once. */
  challenge: z.string(),
  /** Epoch milliseconds of the server's clock. */
  expiresAt: z.number(),
  methods: z.array(z.enum(secondFactors)),
  /** The request for a passkey; null if the account has none. */
  passkey: z.nullable(passkeyRequestSchema),
});
export type SecondStep = z.infer<typeof secondStepSchema>;
