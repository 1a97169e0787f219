import { AUTH_ERROR_EVENT } from '@izgodno/contract/common/client';
import { currentLocation, navigate } from '#core/router/location.ts';
import { policyNames, sessionPolicies } from '#core/session/policy.ts';
import type { SessionPorts, TabLock } from '#core/session/ports.ts';
import { HOME_PATH, isAuthPath, LOGIN_PATH, withReturnPath } from '#core/session/return-path.ts';
import { SessionRuntime } from '#core/session/runtime.ts';
import { after, listen, onResume } from '#shared/browser-events.ts';
import { tabLocks } from '#shared/other-tabs.ts';
import { sharedStorage } from '#shared/storage.ts';
import { sessionServer } from './server.ts';

const LOCK_NAME = 'session-refresh';

// Without locks two tabs may refresh at once, which the server accepts within its grace period.
const lock: TabLock = async (patienceMs, run) => {
  const locks = tabLocks();
  if (locks === undefined) return run();
  await locks.request(LOCK_NAME, { signal: AbortSignal.timeout(patienceMs) }, run);
};

/**
 * Returns the URL of the sign-in or registration page, with the current page to return to. `part` is
 * the fragment that names a part of it; on some pages the fragment is a secret.
 */
export const urlWithReturn = (authPath: string, part = ''): string => {
  const { path, query } = currentLocation();
  // Between the two pages, the stored return path stays the same.
  return isAuthPath(path) ? authPath + query : withReturnPath(authPath, path + query + part);
};

export const loginUrl = (part?: string): string => urlWithReturn(LOGIN_PATH, part);

const ports: SessionPorts = {
  clock: {
    now: () => Date.now(),
    after,
    every: (ms, run) => {
      const timer = setInterval(run, ms);
      return () => clearInterval(timer);
    },
  },
  storage: sharedStorage,
  server: sessionServer,
  navigator: {
    home: async () => navigate(HOME_PATH),
    login: async () => {
      if (!isAuthPath(currentLocation().path)) navigate(loginUrl());
    },
  },
  signals: {
    unauthorized: (listener) => listen(window, AUTH_ERROR_EVENT, listener),
    stored: (listener) => listen(window, 'storage', listener),
    awake: onResume,
  },
  lock,
};

const configured = policyNames.find((name) => name === import.meta.env.VITE_SESSION_POLICY);

/** The session of this tab. */
export const session = new SessionRuntime(ports, sessionPolicies[configured ?? 'absolute']);
