import { MessageChannel } from 'node:worker_threads';
import { RestartDelay } from './restart-delay.ts';
import { SearchThread } from './search-thread.ts';

export interface ReaderThreadOptions {
  readonly number: number;
  /** The thread that changes the index. */
  readonly writer: Pick<SearchThread, 'connect'>;
  readonly onDeath: (error: Error, restartIn: number) => void;
}

/** A thread that answers searches from the writer's index. A dead one is started again. */
export class ReaderThread {
  readonly #options: ReaderThreadOptions;
  readonly #delay = new RestartDelay();
  #thread: SearchThread;
  #isReady = false;
  #restart: NodeJS.Timeout | undefined;

  constructor(options: ReaderThreadOptions) {
    this.#options = options;
    this.#thread = this.#start();
  }

  /** The thread; null while it cannot answer. */
  get ready(): SearchThread | null {
    return this.#isReady ? this.#thread : null;
  }

  async close(): Promise<void> {
    this.#isReady = false;
    clearTimeout(this.#restart);
    await this.#thread.close();
  }

  #start(): SearchThread {
    const { number, writer, onDeath } = this.#options;
    const thread = new SearchThread({
      file: new URL('reader.ts', import.meta.url),
      name: `deal-index-${number}`,
      onReport: () => {
        // A reader reports only that it has the index.
        this.#isReady = true;
        this.#delay.reset();
      },
      onDeath: (error) => {
        this.#isReady = false;
        const restartIn = this.#delay.take();
        onDeath(error, restartIn);
        this.#restart = setTimeout(() => {
          this.#thread = this.#start();
        }, restartIn);
      },
    });
    const { port1, port2 } = new MessageChannel();
    writer.connect(port1);
    thread.connect(port2);
    return thread;
  }
}
