import type { Transaction } from 'kysely';
import type { AccountParts } from '@izgodno/contract/accounts/account-export';
import type { Schema } from '#platform/database/schema.ts';

/** A part of the export: as a whole, or, where it is a list without bounds, item by item. */
export type ExportedPart<Value> =
  | Promise<Value>
  | (Value extends readonly (infer Item)[] ? AsyncIterable<Item> : never);

type CleanUp = (
  transaction: Transaction<Schema>,
  userId: string,
) => Promise<void> | Promise<() => void>;

/** Where features say what they keep of people. Everything is said once, before calls come in. */
export interface AccountData {
  /** What the export of an account holds under this name. */
  exports<Name extends keyof AccountParts>(
    name: Name,
    read: (userId: string) => ExportedPart<AccountParts[Name]>,
  ): void;
  /**
   * What else goes when an account is deleted: what no foreign key takes with it. `clean` runs in the
   * transaction that deletes the account, before the account is gone; what it answers with is called
   * once the account is gone, to tell whoever is to know.
   */
  onDeletion(clean: CleanUp): void;
  /**
   * What else ends when the owner of the address takes an account back from somebody who may not be:
   * whatever still reaches a browser of theirs, or lets it in. Runs in the same transaction.
   */
  onRegained(end: (transaction: Transaction<Schema>, userId: string) => Promise<void>): void;
}
