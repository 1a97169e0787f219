import { expect, test, vi } from 'vitest';

// Calls use the `fetch` of the time when their module loads.
const server = vi.hoisted(() => {
  const state = { respond: async (_request: Request): Promise<Response> => Response.error() };
  globalThis.fetch = (input, init) => state.respond(new Request(input, init));
  return state;
});

const { uploadMessages } = await import('./messages.ts');

const MESSAGE = '01890a5d-ac96-774b-bcce-b302099a8057';
const fileUrls = ['/api/files/01890a5d-ac96-774b-bcce-b302099a8058'];
const rejection = (code: string, message: string, status: number): Response =>
  Response.json({ success: false, message, error: { code, message } }, { status });

/** Returns the calls made when the server gives these responses in turn. */
const callsWith = async (...responses: Response[]) => {
  const calls: unknown[] = [];
  server.respond = async (request) => {
    calls.push([request.method, new URL(request.url).pathname, await request.json()]);
    return responses.shift() ?? Response.error();
  };
  const outcome = await uploadMessages.updateFiles(MESSAGE, fileUrls).then(
    () => 'updated',
    (error: unknown) => error,
  );
  return { calls, outcome };
};

const first = ['POST', `/api/message/${MESSAGE}/updateFiles`, { fileUrls }];
const second = ['PUT', `/api/message/${MESSAGE}`, { fileUrls }];

test('a message is updated with its files by the first call, or by the second if the first is unknown', async () => {
  const { calls } = await callsWith(rejection('not_found', 'No such call', 404));
  expect(calls).toEqual([first, second]);
});

test('a response needs no more than the files', async () => {
  const updated = Response.json({ success: true, fileUrls });
  const missing = rejection('not_found', 'No such call', 404);
  expect((await callsWith(updated.clone())).outcome).toBe('updated');
  expect((await callsWith(missing, updated)).outcome).toBe('updated');
  const failed = Response.json({ success: false, error: 'No such file' });
  expect((await callsWith(failed)).outcome).toMatchObject({ status: 400 });
});

test.for([
  ['forbidden', 403],
  ['internal', 500],
] as const)('after a rejection the second call is not tried: %s', async ([code, status]) => {
  const { calls, outcome } = await callsWith(rejection(code, 'No', status));
  expect(calls).toEqual([first]);
  expect(outcome).toMatchObject({ status });
});
