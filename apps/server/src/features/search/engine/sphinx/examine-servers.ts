import type { SearchServers } from '#config/search-url.ts';
import { messageOf } from '#platform/message-of.ts';
import { openTablesServer } from './connection.ts';
import { Shard } from './shard.ts';
import { commonState } from './table-state.ts';
import { allDeals } from './tables.ts';
import { examineTables } from './tables-search.ts';

/** Milliseconds for the front, after at most five seconds for the shards. */
const FRONT_LIMIT_MS = 2_000;

/** How the servers of the search tables are. */
export interface SearchServersFinding {
  /** What is wrong with servers that do not answer. */
  readonly away: readonly string[];
  /** Whether searches find all deals all the same, by other copies. */
  readonly isWhole: boolean;
  /** The deals in the tables; null if they are empty. */
  readonly deals: number | null;
}

/** Asks every server that `SEARCH_URL` names, as a process of the product does. */
export const examineSearchServers = async ({
  user,
  password,
  front,
  shards,
}: SearchServers): Promise<SearchServersFinding> => {
  const options = { user, password, deadline: FRONT_LIMIT_MS, maxConnections: 1 };
  const opened = shards.map((copies) => new Shard(copies, options));
  const server = openTablesServer({ ...front, ...options });
  try {
    const looks = await Promise.all(opened.map((shard) => shard.look()));
    const state = commonState(
      looks.flatMap(({ states }) => states).filter((found) => found !== null),
    );
    const { size, warning } = await examineTables(server, allDeals(state?.generation ?? 'a')).catch(
      (error: unknown) => ({ size: 0, warning: messageOf(error) }),
    );
    return {
      away: [...looks.flatMap(({ away }) => away), ...(warning === null ? [] : [warning])],
      isWhole: warning === null && looks.every(({ states }) => states.length > 0),
      deals: state === null ? null : size,
    };
  } finally {
    await Promise.all([server, ...opened].map((one) => one.close()));
  }
};
