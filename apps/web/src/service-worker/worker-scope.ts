/**
 * The parts of the worker's scope that it uses. The types of pages lack them, and TypeScript cannot
 * combine both sets of types.
 */

export interface Lasting {
  /** Keeps the worker alive until the work is done. */
  waitUntil(work: Promise<unknown>): void;
}

export interface FetchEvent extends Lasting {
  readonly request: Request;
  /** The requesting page. */
  readonly clientId: string;
  /** The page that the response will become, for a navigation. */
  readonly resultingClientId: string;
  /** The response to the browser's navigation preload; undefined without one. */
  readonly preloadResponse: Promise<Response | undefined>;
  respondWith(response: Promise<Response>): void;
}

interface OrderEvent extends Lasting {
  readonly data: unknown;
  readonly source: { readonly id: string } | null;
}

/** A page of the site. */
interface WorkerClient {
  readonly url: string;
  postMessage(message: unknown): void;
}

export interface WorkerScope {
  addEventListener(kind: 'install' | 'activate', listener: (event: Lasting) => void): void;
  addEventListener(kind: 'fetch', listener: (event: FetchEvent) => void): void;
  addEventListener(kind: 'message', listener: (event: OrderEvent) => void): void;
  skipWaiting(): Promise<void>;
  readonly location: { readonly origin: string };
  readonly registration: {
    readonly navigationPreload?: { enable(): Promise<void> };
  };
  readonly clients: {
    claim(): Promise<void>;
    get(id: string): Promise<WorkerClient | undefined>;
    matchAll(options: {
      readonly type: 'window';
      readonly includeUncontrolled: boolean;
    }): Promise<readonly WorkerClient[]>;
  };
}
