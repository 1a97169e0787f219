import { fileURLToPath } from 'node:url';
import { superviseServer } from './supervision/supervise-server.ts';

// `npm start`: supervises the server, which does everything else. Little is imported here, because
// each start waits for it and it lies in memory as long as the product runs.

/** Loaded only where it is needed. */
const cleanUp = async (): Promise<void> => {
  const { stopWhatIsLeft } = await import('./supervision/stop-what-is-left.ts');
  await stopWhatIsLeft();
};

process.exit(
  await superviseServer({
    program: fileURLToPath(new URL('serve.ts', import.meta.url)),
    args: process.argv.slice(2),
    say: (line) => void process.stderr.write(`${line}\n`),
    cleanUp,
  }),
);
