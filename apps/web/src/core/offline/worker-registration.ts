import { note } from '#core/log.ts';

const SERVICE_WORKER = '/service-worker.js';

/** Trusted Types: what the browser takes as the address of a script. TypeScript has no types for it. */
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

/** The one script that the content security policy lets a page name by a text. */
const trustedAddress = (): string => {
  const policy = window.trustedTypes?.createPolicy('service-worker', {
    createScriptURL: () => SERVICE_WORKER,
  });
  return policy?.createScriptURL(SERVICE_WORKER) ?? SERVICE_WORKER;
};

const register = async (): Promise<ServiceWorkerRegistration | undefined> => {
  // Under hot reload every file comes from the development server, which no worker may hold up.
  // Browsers have workers at secure addresses only.
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return undefined;
  try {
    return await navigator.serviceWorker.register(trustedAddress(), { updateViaCache: 'none' });
  } catch (error) {
    note('The service worker could not be registered', error);
    return undefined;
  }
};

let registering: Promise<ServiceWorkerRegistration | undefined> | undefined;

/** Registers the service worker, once a page. Undefined where the browser has none to give. */
export const registerWorker = (): Promise<ServiceWorkerRegistration | undefined> =>
  (registering ??= register());
