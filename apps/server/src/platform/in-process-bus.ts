import { createBusReaders, type ReaderLog } from './bus-readers.ts';
import type { Bus } from './bus.ts';
import { createLogger } from './logger.ts';

/** The bus of a product with a single process. */
export const createInProcessBus = (log: ReaderLog = createLogger('fatal')): Bus => {
  const readers = createBusReaders(log);
  return {
    health: () => ({ status: 'healthy' }),
    publish: (topic, message) => readers.tell(topic, message),
    subscribe: (topic, reader) => readers.add(topic, reader),
  };
};
