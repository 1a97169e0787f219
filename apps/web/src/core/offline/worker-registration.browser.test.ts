import { afterEach, expect, test, vi } from 'vitest';
import { registerAgain, registerWorker } from './worker-registration.ts';

afterEach(() => {
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
});

test('a repeated registration needs no second policy, which the content security policy rejects', async () => {
  vi.stubEnv('PROD', true);
  const names = new Set<string>();
  vi.stubGlobal('trustedTypes', {
    createPolicy(name: string, rules: { createScriptURL: (url: string) => string }) {
      if (names.has(name)) throw new TypeError(`Policy ${name} exists.`);
      names.add(name);
      return rules;
    },
  });
  const register = vi
    .spyOn(navigator.serviceWorker, 'register')
    .mockRejectedValue(new TypeError('A file was lost.'));
  await registerWorker();
  await registerAgain();
  await registerAgain();
  expect(register.mock.calls.map(([url]) => url)).toEqual(Array(3).fill('/service-worker.js'));
});
