import { createBusReaders } from './bus-readers.ts';
import type { Bus } from './bus.ts';

/** The bus of a product that runs as one process. */
export const createInProcessBus = (): Bus => {
  const readers = createBusReaders();
  return {
    health: () => ({ status: 'healthy' }),
    publish: (topic, message) => readers.tell(topic, message),
    subscribe: (topic, reader) => readers.add(topic, reader),
  };
};
