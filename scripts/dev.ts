import { spawn, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { ownTemporaryFolders } from './clean-up.ts';

// Hot reload of both sides: Node restarts the server when one of its files changes, Vite swaps
// modules in the browser and proxies /api to the server.
const repository = fileURLToPath(new URL('..', import.meta.url));

await ownTemporaryFolders();

const run = (command: string, args: readonly string[]): ChildProcess =>
  spawn(command, args, {
    cwd: repository,
    env: { API_ORIGIN: `http://localhost:${process.env['PORT'] ?? '5000'}`, ...process.env },
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });

const children = [
  run(process.execPath, ['--watch', '--watch-preserve-output', 'apps/server/src/app/serve.ts']),
  run('npm', ['run', 'dev', '-w', '@izgodno/web']),
];

const stopAll = (): void => {
  for (const child of children) child.kill('SIGTERM');
};
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stopAll);
for (const child of children) child.once('exit', stopAll);
