import type { Transaction } from 'kysely';
import type { AccountParts } from '@izgodno/contract/accounts/account-export';
import type { Connection, Schema } from '#schema/schema.ts';

/** A part of the export: as a whole, or item by item for an unlimited list. */
type ExportedPart<Value> =
  | Promise<Value>
  | (Value extends readonly (infer Item)[] ? AsyncIterable<Item> : never);

interface DeletionOptions {
  /** Decided by an administrator, who thereby acts upon the open reports of what the user shows. */
  readonly byAdministrator: boolean;
}

type CleanUp = (
  transaction: Transaction<Schema>,
  userId: string,
  options: DeletionOptions,
) => Promise<void> | Promise<() => void>;

interface SuspensionOptions {
  readonly removeContent: boolean;
  /** When the suspension begins: equal for all features. */
  readonly at: Date;
}

interface SuspensionEffects {
  suspend(
    transaction: Transaction<Schema>,
    userId: string,
    options: SuspensionOptions,
  ): Promise<void> | Promise<() => void>;
  lift?(transaction: Transaction<Schema>, userId: string): Promise<void>;
}

type ReadPart = (userId: string) => Promise<unknown> | AsyncIterable<unknown>;

/**
 * Selects the email of an account, by which a feature finds data of its user that name no account.
 * Nothing is selected until it is confirmed, because anyone can register an email.
 */
export const confirmedEmailOf = (connection: Connection, userId: string) =>
  connection
    .selectFrom('users')
    .select('users.email')
    .where('users.id', '=', userId)
    .where('users.email_confirmed_at', 'is not', null);

/**
 * Ends what acts for a user or reaches their devices, except what belongs to the session `exceptId`.
 */
export type EndAccess = (
  transaction: Transaction<Schema>,
  userId: string,
  exceptId: string | null,
) => Promise<void>;

/**
 * Where features register their data about users. Everything is registered before the first call.
 */
export class AccountData {
  readonly #parts = new Map<string, ReadPart>();
  readonly #cleanups: CleanUp[] = [];
  readonly #endings: readonly EndAccess[];
  readonly #suspensions: SuspensionEffects[] = [];

  /** `endings` end what others may have left in the features, in the order of the list. */
  constructor(endings: readonly EndAccess[]) {
    this.#endings = endings;
  }

  /** The content of an account's export under this name. */
  exports<Name extends keyof AccountParts>(
    name: Name,
    read: (userId: string) => ExportedPart<AccountParts[Name]>,
  ): void {
    this.#parts.set(name, read);
  }

  /**
   * Deletes data that no foreign key deletes with the account. `clean` runs in the transaction that
   * deletes the account, before the row is deleted; the function it returns runs after the commit.
   */
  onDeletion(clean: CleanUp): void {
    this.#cleanups.push(clean);
  }

  /**
   * Hides what a user shows when they are suspended, or removes it with `removeContent`; `lift`
   * shows it again. Both run in the transaction of the act; the returned function runs after it.
   */
  onSuspension(effects: SuspensionEffects): void {
    this.#suspensions.push(effects);
  }

  /** Hides or removes what a user shows. The returned function runs after the commit. */
  async suspend(
    transaction: Transaction<Schema>,
    userId: string,
    options: SuspensionOptions,
  ): Promise<() => void> {
    const publications: (() => void)[] = [];
    for (const effects of this.#suspensions) {
      const publish = await effects.suspend(transaction, userId, options);
      if (publish !== undefined) publications.push(publish);
    }
    return () => {
      for (const publish of publications) publish();
    };
  }

  /** Shows again what a suspension has hidden. */
  async liftSuspension(transaction: Transaction<Schema>, userId: string): Promise<void> {
    for (const effects of this.#suspensions) await effects.lift?.(transaction, userId);
  }

  /** Deletes a user's data in the features. The returned function runs after the commit. */
  async delete(
    transaction: Transaction<Schema>,
    userId: string,
    options: DeletionOptions,
  ): Promise<() => void> {
    const publications: (() => void)[] = [];
    for (const clean of this.#cleanups) {
      const publish = await clean(transaction, userId, options);
      if (publish !== undefined) publications.push(publish);
    }
    return () => {
      for (const publish of publications) publish();
    };
  }

  /** Ends what others may have left in the features, except what belongs to the session `exceptId`. */
  async endAccess(
    transaction: Transaction<Schema>,
    userId: string,
    exceptId: string | null,
  ): Promise<void> {
    for (const end of this.#endings) await end(transaction, userId, exceptId);
  }

  /** Writes `head` and the features' data as one JSON object, streamed as it is read. */
  async *write(userId: string, head: Readonly<Record<string, unknown>>): AsyncGenerator<string> {
    yield JSON.stringify(head).slice(0, -1);
    for (const [name, read] of this.#parts) {
      const part = read(userId);
      yield `,${JSON.stringify(name)}:`;
      if (part instanceof Promise) {
        yield JSON.stringify(await part);
        continue;
      }
      let separator = '[';
      for await (const item of part) {
        yield separator + JSON.stringify(item);
        separator = ',';
      }
      yield separator === '[' ? '[]' : ']';
    }
    yield '}';
  }
}
