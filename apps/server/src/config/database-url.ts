/** A server of PostgreSQL. */
export interface DatabaseHost {
  readonly host: string;
  readonly port: number;
}

/** A connection string with one host, and all hosts that it named. */
interface DatabaseTarget {
  readonly connectionString: string;
  readonly hosts: readonly DatabaseHost[];
  /** Whether a host must accept writes: it may be a standby. */
  readonly isChecked: boolean;
}

/** The values of `target_session_attrs` that let the product write. */
const SESSION_ATTRIBUTES: ReadonlySet<string> = new Set(['any', 'read-write', 'primary']);
const ATTRIBUTE = 'target_session_attrs';
const DEFAULT_PORT = 5432;

const urlParts = /^(postgres(?:ql)?:\/\/)(?:([^/?#]*)@)?([^/?#@]*)(.*)$/is;
const hostParts = /^(\[[^\]]+\]|[^:[\]]*)(?::(\d+))?$/;

const readHost = (text: string): readonly [string, DatabaseHost] => {
  const [, name = '', port] = hostParts.exec(text) ?? [];
  if (name === '' && text !== '') throw new TypeError('A host of the database is invalid.');
  return [
    text,
    { host: name.replace(/^\[|\]$/g, '') || 'localhost', port: Number(port ?? DEFAULT_PORT) },
  ];
};

/**
 * Reads a connection string, which may name several hosts as libpq allows it:
 * `postgresql://user:password@one:5432,two:5432/database?target_session_attrs=read-write`.
 *
 * @throws TypeError for text of another form
 */
export const readDatabaseUrl = (connectionString: string): DatabaseTarget => {
  const [, scheme, user, hostList = '', rest = ''] = urlParts.exec(connectionString) ?? [];
  if (scheme === undefined) throw new TypeError('The address of the database is invalid.');
  const hosts = hostList.split(',').map(readHost);
  const [first = ['', { host: 'localhost', port: DEFAULT_PORT }] as const] = hosts;
  const url = new URL(`${scheme}${user === undefined ? '' : `${user}@`}${first[0]}${rest}`);
  const attribute = url.searchParams.get(ATTRIBUTE);
  if (attribute !== null && !SESSION_ATTRIBUTES.has(attribute))
    throw new TypeError(`${ATTRIBUTE} is not one that lets the product write.`);
  if (attribute === null && hosts.length === 1)
    return { connectionString, hosts: [first[1]], isChecked: false };
  url.searchParams.delete(ATTRIBUTE);
  return {
    connectionString: url.href,
    hosts: hosts.map(([, host]) => host),
    // The product writes, so `any` of several hosts means one that lets it.
    isChecked: hosts.length > 1 || attribute !== 'any',
  };
};

/** Whether it names one host, which may be a standby. */
export const isUrlOfOneHost = (text: string): boolean => {
  try {
    return !readDatabaseUrl(text).isChecked;
  } catch {
    return false;
  }
};

/** Whether `readDatabaseUrl` can read it. */
export const isDatabaseUrl = (text: string): boolean => {
  try {
    readDatabaseUrl(text);
    return true;
  } catch {
    return false;
  }
};
