import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const repository = fileURLToPath(new URL('../../../..', import.meta.url));

/**
 * Builds the web application with its own build command. Throws with the build's output if it
 * fails, and in one line if the packages for it are not installed.
 */
export const buildWeb = async (say: (line: string) => void, root = repository): Promise<void> => {
  if (!existsSync(path.join(root, 'node_modules/vite')))
    throw new Error(
      'the web application is not built, and `npm ci --omit=dev` leaves out what builds it: run `npm ci && npm run build`, or copy apps/web/dist from a machine that has built it',
    );
  say('Web application: building, once …');
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  const build = spawn(npm, ['run', 'build'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output: string[] = [];
  for (const stream of [build.stdout, build.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => output.push(text));
  }
  const [code] = await once(build, 'close');
  if (code !== 0) throw new Error(`the web application could not be built:\n${output.join('')}`);
};
