import type { Transaction } from 'kysely';
import type { Schema } from '#schema/schema.ts';
import type { AccountData } from './account-data.ts';

type ReadPart = (userId: string) => Promise<unknown> | AsyncIterable<unknown>;

export interface AccountPartList extends AccountData {
  /** Deletes a user's data in the features. The returned function runs after the commit. */
  delete(transaction: Transaction<Schema>, userId: string): Promise<() => void>;
  /** Ends access that a previous holder of the account may have kept in the features. */
  regain(transaction: Transaction<Schema>, userId: string): Promise<void>;
  /** Writes `head` and the features' data as one JSON object, streamed as it is read. */
  write(userId: string, head: Readonly<Record<string, unknown>>): AsyncGenerator<string>;
}

/** The list in which features register their data about users. */
export const createAccountPartList = (): AccountPartList => {
  const parts = new Map<string, ReadPart>();
  const cleanups: Parameters<AccountData['onDeletion']>[0][] = [];
  const endings: Parameters<AccountData['onRegained']>[0][] = [];

  return {
    exports: (name, read) => void parts.set(name, read),
    onDeletion: (clean) => void cleanups.push(clean),
    onRegained: (end) => void endings.push(end),

    async regain(transaction, userId) {
      for (const end of endings) await end(transaction, userId);
    },

    async delete(transaction, userId) {
      const tellings: (() => void)[] = [];
      for (const clean of cleanups) {
        const tell = await clean(transaction, userId);
        if (tell !== undefined) tellings.push(tell);
      }
      return () => {
        for (const tell of tellings) tell();
      };
    },

    async *write(userId, head) {
      yield JSON.stringify(head).slice(0, -1);
      for (const [name, read] of parts) {
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
    },
  };
};
