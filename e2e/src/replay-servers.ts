import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const main = fileURLToPath(new URL('../../apps/server/test/replay/main.ts', import.meta.url));

export interface ReplayServers {
  /** The settings that the product needs to use them. */
  readonly settings: Readonly<Record<string, string>>;
  /** Makes one of them change or misbehave; `server` is the setting with its URL. */
  send(server: string, command: string): Promise<void>;
  stop(): Promise<void>;
}

/** Starts the servers of `npm run replay` in a separate process on free ports. */
export const startReplayServers = async (size: number): Promise<ReplayServers> => {
  const child = spawn(process.execPath, [main, '--port', '0', '--size', String(size)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  for await (const text of child.stdout.setEncoding('utf8').iterator({ destroyOnReturn: false })) {
    output += text;
    if (output.includes('Product pages')) break;
  }
  const lines = output.matchAll(/^([A-Z_]+)=(\S+) \\$/gm);
  const settings: Readonly<Record<string, string>> = Object.fromEntries(
    Array.from(lines, ([, name = '', value = '']) => [name, value]),
  );
  return {
    settings,
    async send(server, command) {
      const { origin } = new URL((settings[server] ?? '').replace(/^[a-z-]+=/, ''));
      const response = await fetch(`${origin}/_control/${command}`, { method: 'POST' });
      if (!response.ok) throw new Error(`${command}: ${response.status} ${await response.text()}`);
    },
    async stop() {
      const exited = once(child, 'exit');
      child.kill('SIGTERM');
      await exited;
    },
  };
};
