import { Suspense, use, useEffect, type ComponentType, type ReactNode } from 'react';
import { inTime } from '#shared/in-time.ts';
import { ErrorBoundary, type FailureProps } from './error-boundary.tsx';
import { loadArea, type Area } from './language/language.ts';

/** How long code may take to come (specification, section 8), in milliseconds. */
const CHUNK_TIMEOUT_MS = 120_000;
/** How often what could not be loaded is tried again, in milliseconds. */
const RETRY_INTERVAL_MS = 4_000;

/** Code or its texts could not be loaded, mostly because the server cannot be reached. */
export class ChunkLoadError extends Error {
  /** Tries once more. Throws `ChunkLoadError` again. */
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
 * A component that is loaded when it is first shown, together with the texts of the areas that it
 * and all it imports show. It suspends meanwhile and throws `ChunkLoadError` where that fails.
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
    // A failure is kept until somebody asks to try again: rendering alone would try for ever.
    const Component = use(loading ?? preload());
    // oxlint-disable-next-line react/static-components -- it is the same one at each rendering.
    return <Component {...props} />;
  };
  return Object.assign(Lazy, { preload });
};

/** When the page was last loaded anew for code that did not come, in epoch milliseconds. */
const RELOADED_KEY = 'reloaded-for-code';
/** Loaded anew once in this time at most: where that does not help, it is not tried for ever. */
const RELOAD_PAUSE_MS = 60_000;

/**
 * Loads the page anew where the server can be reached again. Some browsers remember for the life of
 * a page that a module could not be had, and after a new release the old one is gone for good.
 */
const reloadWhereReachable = async (): Promise<void> => {
  const { ok } = await fetch('/favicon.svg', { cache: 'no-store' });
  const last = Number(sessionStorage.getItem(RELOADED_KEY) ?? 0);
  if (!ok || Date.now() - last < RELOAD_PAUSE_MS) return;
  sessionStorage.setItem(RELOADED_KEY, String(Date.now()));
  location.reload();
};

/** Stands where lazy code could not be loaded, and tries again until it can. */
export const RetryLoading = ({ error, onReset }: FailureProps) => {
  useEffect(() => {
    if (!(error instanceof ChunkLoadError)) return;
    const timer = setInterval(() => {
      error
        .retry()
        .then(onReset, reloadWhereReachable)
        // Still out of reach.
        .catch(() => undefined);
    }, RETRY_INTERVAL_MS);
    return () => clearInterval(timer);
  }, [error, onReset]);
  return null;
};

/** Lazy parts that a page does without until they are there. */
export const Eventually = ({ children }: { children: ReactNode }) => (
  <ErrorBoundary fallback={RetryLoading}>
    <Suspense>{children}</Suspense>
  </ErrorBoundary>
);
