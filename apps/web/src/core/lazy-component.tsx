import { Suspense, use, useEffect, type ComponentType, type ReactNode, Component } from 'react';
import { asksBeforeLeaving } from '#shared/ask-before-leaving.ts';
import { inTime } from '#shared/browser-events.ts';
import { loadArea, type Area } from './language/language.ts';

export interface FailureProps {
  readonly error: unknown;
  /** Renders the failed part again. */
  readonly onReset: () => void;
}

interface Props {
  /** Where the part is: at another place it is rendered again after a failure. */
  readonly at?: string;
  /** Replaces the part that failed. */
  readonly fallback: ComponentType<FailureProps>;
  readonly children: ReactNode;
}

interface State {
  readonly failure: { readonly error: unknown } | null;
}

/** Keeps an error in one part from unmounting the whole application. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { failure: null };

  static getDerivedStateFromError(error: unknown): State {
    return { failure: { error } };
  }

  override componentDidUpdate({ at }: Props): void {
    if (at !== this.props.at && this.state.failure !== null) this.#reset();
  }

  readonly #reset = () => this.setState({ failure: null });

  override render() {
    const { fallback: Fallback, children } = this.props;
    const { failure } = this.state;
    return failure === null ? children : <Fallback error={failure.error} onReset={this.#reset} />;
  }
}

/** Timeout for loading code, in milliseconds (specification, section 8). */
const CHUNK_TIMEOUT_MS = 120_000;
/** Interval between attempts to load failed code, in milliseconds. */
const RETRY_INTERVAL_MS = 4_000;

/** Code or its texts could not be loaded, usually because the server is unreachable. */
export class ChunkLoadError extends Error {
  /** Tries again. Throws `ChunkLoadError` on failure. */
  readonly retry: () => Promise<unknown>;

  constructor(cause: unknown, retry: () => Promise<unknown>) {
    super('A part of the application could not be loaded', { cause });
    this.name = 'ChunkLoadError';
    this.retry = retry;
  }
}

export type LazyComponent<Props extends object> = ComponentType<Props> & {
  /** Loads the code and its texts ahead of time. Throws `ChunkLoadError`. */
  readonly preload: () => Promise<unknown>;
};

/**
 * A component that loads when it is first shown, together with the texts of the areas that it and
 * its imports show. It suspends during the load and throws `ChunkLoadError` on failure.
 */
export const lazyComponent = <Props extends object>(
  areas: readonly Area[],
  load: () => Promise<ComponentType<Props>>,
): LazyComponent<Props> => {
  let loading: Promise<ComponentType<Props>> | undefined;
  let hasFailed = false;

  const start = async (): Promise<ComponentType<Props>> => {
    try {
      const [component] = await inTime(
        Promise.all([load(), ...areas.map(loadArea)]),
        CHUNK_TIMEOUT_MS,
      );
      return component;
    } catch (cause) {
      hasFailed = true;
      throw new ChunkLoadError(cause, preload);
    }
  };

  const preload = (): Promise<ComponentType<Props>> => {
    if (loading === undefined || hasFailed) {
      hasFailed = false;
      loading = start();
    }
    return loading;
  };

  const Lazy = (props: Props) => {
    // A failure stays until a retry is requested, because rendering alone would retry endlessly.
    const Component = use(loading ?? preload());
    // oxlint-disable-next-line react/static-components -- it is the same component at each render.
    return <Component {...props} />;
  };
  return Object.assign(Lazy, { preload });
};

/**
 * When the page was last reloaded because code failed to load, in epoch milliseconds. Also the event
 * that tells that a reload would help, but the page asks before it is left.
 */
export const RELOADED_KEY = 'reloaded-for-code';
/**
 * The page reloads at most once in this time, so that a reload that does not help is not repeated
 * endlessly.
 */
const RELOAD_PAUSE_MS = 60_000;

/** Requests a small file that every release has. Throws `TypeError` if the server is unreachable. */
export const reachServer = (): Promise<Response> => fetch('/favicon.svg', { cache: 'no-store' });

/**
 * Reloads the page once the server is reachable again. Some browsers cache a failed module load for
 * the life of the page, and after a release the old module no longer exists.
 */
export const reloadWhereReachable = async (): Promise<void> => {
  const { ok } = await reachServer();
  const last = Number(sessionStorage.getItem(RELOADED_KEY));
  if (!ok || Date.now() - last < RELOAD_PAUSE_MS) return;
  // What asks would be lost.
  if (asksBeforeLeaving()) {
    dispatchEvent(new Event(RELOADED_KEY));
    return;
  }
  sessionStorage.setItem(RELOADED_KEY, String(Date.now()));
  location.reload();
};

/** Replaces lazy code that failed to load, and retries until it loads. */
export const RetryLoading = ({ error, onReset }: FailureProps) => {
  useEffect(() => {
    if (!(error instanceof ChunkLoadError)) return;
    const timer = setInterval(() => {
      error
        .retry()
        .then(onReset, reloadWhereReachable)
        // Still unreachable.
        .catch(() => undefined);
    }, RETRY_INTERVAL_MS);
    return () => clearInterval(timer);
  }, [error, onReset]);
  return null;
};

/** Renders lazy parts that the page works without until they load. */
export const Eventually = ({ children }: { children: ReactNode }) => (
  <ErrorBoundary fallback={RetryLoading}>
    <Suspense>{children}</Suspense>
  </ErrorBoundary>
);
