import { constants, existsSync } from 'node:fs';
import { lookup } from 'node:dns/promises';
import { access } from 'node:fs/promises';
import { createServer } from 'node:net';
import path from 'node:path';
import { FIRST_VIEW_MODULE } from '@izgodno/contract/site/first-view';
import type { Settings } from '#config/settings.ts';
import { codeOf } from '#platform/code-of.ts';
import { explainForeignFolder, explainUnwritable } from '#platform/data-folder.ts';

const portProblem = (code: string, port: number, host: string): string => {
  switch (code) {
    case 'EADDRINUSE':
      return `Port ${port} is in use by another program. Stop it, or set PORT to another number.`;
    case 'EACCES':
      return `This account may not use port ${port}. Set PORT to a number above 1023.`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `HOST names ${host}, which is no address of this machine.`;
    default:
      return `Port ${port} of ${host} cannot be opened (${code}).`;
  }
};

/** Opens a port, closes it again and returns its number; for port 0, the one that the system chose. */
const openPort = (port: number, host: string): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen({ port, host, exclusive: true }, () => {
      const bound = server.address();
      server.close(() => resolve(typeof bound === 'object' && bound !== null ? bound.port : port));
    });
  });

/**
 * The port to listen on; for PORT=0 one that is free now, because the application writes links before
 * it listens.
 */
export const choosePort = async ({
  PORT,
  HOST,
}: Pick<Settings, 'PORT' | 'HOST'>): Promise<number> => (PORT === 0 ? openPort(PORT, HOST) : PORT);

const requirePort = async (port: number, host: string): Promise<void> => {
  try {
    // `localhost` has one address of each version of IP.
    const ips = await lookup(host, { all: true });
    for (const { address: ip } of ips) await openPort(port, ip);
  } catch (error) {
    throw new Error(portProblem(codeOf(error) ?? '', port, host), { cause: error });
  }
};

/** Throws if this account cannot write the data folder, or should not. */
export const requireDataFolder = async (folder: string): Promise<void> => {
  const wrong = (await explainForeignFolder(folder)) ?? (await explainUnwritable(folder));
  if (wrong !== null) throw new Error(wrong);
};

/** The first start builds the pages into the checkout. */
const requireBuiltPages = async (webFolder: string): Promise<void> => {
  if (existsSync(path.join(webFolder, FIRST_VIEW_MODULE))) return;
  const parent = path.dirname(webFolder);
  try {
    await access(existsSync(webFolder) ? webFolder : parent, constants.W_OK);
  } catch {
    throw new Error(
      `The pages are not built, and ${parent} cannot be written. Run "npm run build" as an account that can write there.`,
    );
  }
};

/**
 * Checks what a start needs of the machine before anything is started. Throws an error whose message
 * is one line that says what to do.
 */
export const checkStart = async (
  { PORT, HOST, DATA_DIR }: Pick<Settings, 'PORT' | 'HOST' | 'DATA_DIR'>,
  webFolder: string,
): Promise<void> => {
  if (PORT !== 0) await requirePort(PORT, HOST);
  await requireDataFolder(DATA_DIR);
  await requireBuiltPages(webFolder);
};
