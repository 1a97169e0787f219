/** A server of the search tables. */
export interface SearchServer {
  readonly host: string;
  readonly port: number;
}

/** The servers that `SEARCH_URL` names. */
export interface SearchServers {
  /** The program that they run. */
  readonly dialect: 'manticore' | 'sphinx';
  readonly user: string;
  readonly password: string;
  /** The server with the distributed tables, which searches are sent to. */
  readonly front: SearchServer;
  /**
   * The servers with the tables themselves, which deals are written to: of each shard, its copies. The
   * order of the shards decides where a deal is.
   */
  readonly shards: readonly (readonly SearchServer[])[];
}

const DEFAULT_PORT = 9306;
const MOST_SHARDS = 256;
const MOST_COPIES = 8;
const hostAndPort = /^([\w.-]+|\[[\da-f:]+\])(?::(\d{1,5}))?$/i;
const urlParts =
  /^(manticore|sphinx):\/\/(?:([^/?#@:]*)(?::([^/?#@]*))?@)?([^/?#@]+)\/?\?shards=([^&#]+)$/i;

const readServer = (text: string): SearchServer | null => {
  const [, host, port] = hostAndPort.exec(text) ?? [];
  if (host === undefined) return null;
  const number = Number(port ?? DEFAULT_PORT);
  return number > 0 && number < 65_536
    ? { host: host.replace(/^\[|\]$/g, ''), port: number }
    : null;
};

const decode = (text: string): string | null => {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
};

/** The copies of a shard, separated by "|" as in the front's configuration. Null for other text. */
const readCopies = (text: string): readonly SearchServer[] | null => {
  const copies = text.split('|').map(readServer);
  const known = copies.filter((copy) => copy !== null);
  return known.length < copies.length || known.length > MOST_COPIES ? null : known;
};

/**
 * The parts of `manticore://user:password@front:9306?shards=one:9306,two:9306|two-copy:9306`. Null for
 * other text.
 */
export const readSearchUrl = (text: string): SearchServers | null => {
  const [, scheme, user = '', password = '', frontText = '', list = ''] = urlParts.exec(text) ?? [];
  if (scheme === undefined) return null;
  const front = readServer(frontText);
  const shards = list.split(',').map(readCopies);
  const known = shards.filter((shard) => shard !== null);
  const [name, secret] = [decode(user), decode(password)];
  if (front === null || known.length < shards.length || known.length > MOST_SHARDS) return null;
  if (name === null || secret === null) return null;
  const dialect = scheme.toLowerCase() === 'sphinx' ? 'sphinx' : 'manticore';
  return { dialect, user: name, password: secret, front, shards: known };
};
