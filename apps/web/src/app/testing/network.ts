import { vi } from 'vitest';

export type FakeResponse = (request: { url: URL; method: string }) => Response | Promise<Response>;

interface FakeRequest {
  readonly url: URL;
  readonly method: string;
  readonly body: string;
}

/** The network of the application. */
export const network: { response: FakeResponse; asked: FakeRequest[] } = {
  response: () => Response.error(),
  asked: [],
};

// The client takes `fetch` when it is created, so this module is imported before the application.
globalThis.fetch = vi.fn<typeof fetch>(async (input, init) => {
  const request = new Request(input, init);
  const asked = { url: new URL(request.url), method: request.method, body: await request.text() };
  network.asked.push(asked);
  return network.response(asked);
});
