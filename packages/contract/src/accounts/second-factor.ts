import * as z from 'zod/mini';
import { passkeyRequestSchema } from './passkeys.ts';

/** What finishes a sign-in after the password. */
export const secondFactors = ['passkey', 'totp', 'recovery_code'] as const;

/** Where a sign-in goes on once the password was right, for an account with a second factor. */
export const secondStepSchema = z.object({
  /** Names this sign-in in the calls that finish it. Works once. */
  challenge: z.string(),
  /** Epoch milliseconds of the server's clock. */
  expiresAt: z.number(),
  methods: z.array(z.enum(secondFactors)),
  /** To ask a passkey with; null where the account has none. */
  passkey: z.nullable(passkeyRequestSchema),
});
export type SecondStep = z.infer<typeof secondStepSchema>;
