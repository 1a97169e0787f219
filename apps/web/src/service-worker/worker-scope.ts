/**
 * What the worker uses of its own world. The types of the page's world have none of it, and the two
 * sets of types cannot stand side by side.
 */

export interface Lasting {
  /** Keeps the worker alive until the work is done. */
  waitUntil(work: Promise<unknown>): void;
}

export interface FetchEvent extends Lasting {
  readonly request: Request;
  /** The page that asks. */
  readonly clientId: string;
  /** The page that the answer becomes, where one is asked for. */
  readonly resultingClientId: string;
  /** What the browser has asked the server while the worker was starting; undefined where it has not. */
  readonly preloadResponse: Promise<Response | undefined>;
  respondWith(response: Promise<Response>): void;
}

interface OrderEvent extends Lasting {
  readonly data: unknown;
  readonly source: { readonly id: string } | null;
}

/** A page of the product. */
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
