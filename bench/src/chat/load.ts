import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import {
  loadCommands,
  reportSchema,
  type LoadCommandName,
  type LoadInput,
  type LoadOutput,
} from './load-commands.ts';

const program = fileURLToPath(new URL('load-process.ts', import.meta.url));

export interface Load {
  do<Name extends LoadCommandName>(name: Name, input: LoadInput<Name>): Promise<LoadOutput<Name>>;
  stop(): Promise<void>;
}

/** Starts a load generator against a server. */
export const startLoad = (url: string): Load => {
  const child = fork(program, [url]);
  const waiting = new Map<
    number,
    { resolve: (output: unknown) => void; reject: (error: Error) => void }
  >();
  let orders = 0;
  child.on('message', (message) => {
    const { id, output, error } = reportSchema.parse(message);
    const order = waiting.get(id);
    waiting.delete(id);
    if (error === undefined) order?.resolve(output);
    else order?.reject(new Error(error));
  });
  child.once('exit', (code) => {
    for (const { reject } of waiting.values()) reject(new Error(`the load ended with ${code}`));
  });
  return {
    async do(name, input) {
      orders += 1;
      const id = orders;
      const response = new Promise<unknown>((resolve, reject) => {
        waiting.set(id, { resolve, reject });
      });
      child.send({ id, name, input });
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- parsed by the schema of this very command.
      return loadCommands[name].output.parse(await response) as LoadOutput<typeof name>;
    },
    async stop() {
      const exited = once(child, 'exit');
      child.kill('SIGTERM');
      await exited;
    },
  };
};
