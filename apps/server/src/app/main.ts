import { fileURLToPath } from 'node:url';
import { superviseServer } from './supervision/supervise-server.ts';

// `npm start`: supervises the server, which does everything else. Imports little, because each
// start waits for it and it stays in memory.

/** Loaded on demand. */
const cleanUp = async (): Promise<void> => {
  const { stopWhatIsLeft } = await import('./supervision/stop-what-is-left.ts');
  await stopWhatIsLeft();
};

// A full disk behind the output must not end the process.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});

process.exit(
  await superviseServer({
    program: fileURLToPath(new URL('serve.ts', import.meta.url)),
    compileCache: fileURLToPath(new URL('../../../../node_modules/.cache/node', import.meta.url)),
    args: process.argv.slice(2),
    say: (line) => void process.stderr.write(`${line}\n`),
    cleanUp,
  }),
);
