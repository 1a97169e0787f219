import type { Transaction } from 'kysely';
import type { Schema } from '#platform/database/schema.ts';

/** Where features say what else goes when an account is deleted: what no foreign key takes with it. */
export interface AccountDeletion {
  /** `clean` runs in the transaction that deletes the account, before the account is gone. */
  also(clean: (transaction: Transaction<Schema>, userId: string) => Promise<void>): void;
}
