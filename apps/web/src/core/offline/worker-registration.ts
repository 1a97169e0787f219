import { note } from '#core/log.ts';

const SERVICE_WORKER = '/service-worker.js';

/** Trusted Types: marks a string as a script URL. TypeScript has no types for it. */
interface ScriptPolicies {
  createPolicy(
    name: string,
    rules: { createScriptURL: (url: string) => string },
  ): { createScriptURL(url: string): string };
}

declare global {
  interface Window {
    readonly trustedTypes?: ScriptPolicies;
  }
}

let url: string | undefined;

/**
 * The only script URL that the content security policy allows a page to create from a string, by a
 * policy that it allows once.
 */
const trustedUrl = (): string =>
  (url ??=
    window.trustedTypes
      ?.createPolicy('service-worker', { createScriptURL: () => SERVICE_WORKER })
      .createScriptURL(SERVICE_WORKER) ?? SERVICE_WORKER);

/**
 * Browsers support workers in secure contexts only. With hot reload, every file must come from the
 * development server, so no worker is registered.
 */
export const canRegister = (): boolean => import.meta.env.PROD && 'serviceWorker' in navigator;

const register = async (): Promise<ServiceWorkerRegistration | undefined> => {
  if (!canRegister()) return undefined;
  try {
    return await navigator.serviceWorker.register(trustedUrl(), { updateViaCache: 'none' });
  } catch (error) {
    note('The service worker could not be registered', error);
    return undefined;
  }
};

let registering: Promise<ServiceWorkerRegistration | undefined> | undefined;

/**
 * Registers the service worker once per page. Returns undefined if the browser does not support it,
 * or its script did not load.
 */
export const registerWorker = (): Promise<ServiceWorkerRegistration | undefined> =>
  (registering ??= register());

/** Registers the service worker again, because its script did not load, or its installation failed. */
export const registerAgain = (): Promise<ServiceWorkerRegistration | undefined> =>
  (registering = register());
