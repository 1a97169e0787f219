import type { Transaction } from 'kysely';
import type { AccountParts } from '@izgodno/contract/accounts/account-export';
import type { Schema } from '#schema/schema.ts';

/** A part of the export: as a whole, or item by item for an unlimited list. */
export type ExportedPart<Value> =
  | Promise<Value>
  | (Value extends readonly (infer Item)[] ? AsyncIterable<Item> : never);

type CleanUp = (
  transaction: Transaction<Schema>,
  userId: string,
) => Promise<void> | Promise<() => void>;

/**
 * Where features register their data about users. Everything is registered before the first call.
 */
export interface AccountData {
  /** The content of an account's export under this name. */
  exports<Name extends keyof AccountParts>(
    name: Name,
    read: (userId: string) => ExportedPart<AccountParts[Name]>,
  ): void;
  /**
   * Deletes data that no foreign key deletes with the account. `clean` runs in the transaction that
   * deletes the account, before the row is deleted; the function it returns runs after the commit.
   */
  onDeletion(clean: CleanUp): void;
  /**
   * Ends access when the owner of the email address recovers the account from a hijacker:
   * everything that still reaches the hijacker's browser or signs it in. Runs in the same
   * transaction.
   */
  onRegained(end: (transaction: Transaction<Schema>, userId: string) => Promise<void>): void;
}
