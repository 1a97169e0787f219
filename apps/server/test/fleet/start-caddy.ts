import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { freePort } from '../free-port.ts';
import { PRESENT } from './node-process.ts';
import { startPart } from './parts.ts';

/**
 * Caddy with the shipped configuration before these nodes (`host:port`); only its own port for http is
 * not 80.
 */
export const startCaddy = async (folder: string, upstreams: readonly string[]) => {
  const [port, httpPort] = [await freePort(), await freePort()];
  const url = `http://127.0.0.1:${port}`;
  const shipped = await readFile(path.join(PRESENT, 'deploy/Caddyfile'), 'utf8');
  const config = path.join(folder, 'Caddyfile');
  await writeFile(config, shipped.replace('{\n', `{\n\tadmin off\n\thttp_port ${httpPort}\n`));
  const part = startPart({
    folder,
    name: 'caddy',
    program: 'caddy',
    args: ['run', '--config', config, '--adapter', 'caddyfile'],
    environment: { HOME: folder, BASE_URL: url, UPSTREAMS: upstreams.join(' ') },
  });
  return { part, url };
};
