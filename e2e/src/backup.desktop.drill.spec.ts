import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import type { APIRequestContext, APIResponse } from '@playwright/test';
import { createDataFolder } from './data-folder.ts';
import { expect, test } from './journey.ts';
import { PASSWORD } from './new-member.ts';
import { pngImage } from './png-image.ts';
import { startProduct } from './product.ts';

const repository = path.join(import.meta.dirname, '../..');
const credentials = { email: 'vera@example.com', password: PASSWORD };
const TEXT = 'Утре в 9 на гарата 🚲';
const TITLE = 'Сгъваем велосипед, почти нов';

/** Runs a command of the repository as operators do. */
const run = (command: 'backup' | 'restore', folder: string, dataDirectory: string) =>
  promisify(execFile)('npm', ['run', command, '--', folder], {
    cwd: repository,
    env: { ...process.env, DATA_DIR: dataDirectory },
  });

const responseOf = async (response: APIResponse) => {
  expect(response.status(), await response.text()).toBe(200);
  return response.json();
};

const signIn = async (request: APIRequestContext, url: string) => {
  const { accessToken, user } = await responseOf(
    await request.post(`${url}/api/auth/login`, { data: credentials }),
  );
  return { headers: { Authorization: `Bearer ${accessToken}` }, userId: String(user.id) };
};

/** Everything the user posted, wrote and sent. */
const readBack = async (
  request: APIRequestContext,
  url: string,
  { dealId, channelId, fileUrl }: { dealId: string; channelId: string; fileUrl: string },
) => {
  const { headers } = await signIn(request, url);
  const { deal } = await responseOf(await request.get(`${url}/api/deals/${dealId}`));
  const { messages } = await responseOf(
    await request.get(`${url}/api/message/channel/${channelId}/messages`, { headers }),
  );
  const file = await request.get(url + fileUrl, { headers });
  const { total } = await responseOf(await request.get(`${url}/api/deals`));
  return {
    deal: [deal.title, deal.price],
    messages: messages.map((message: { text: string; attachments: { fileUrl: string }[] }) => [
      message.text,
      message.attachments.map((attachment) => attachment.fileUrl),
    ]),
    file: [file.status(), (await file.body()).toString('base64')],
    total,
  };
};

test('a backup of a running product restores everything on an empty machine', async ({
  ownProduct: { url, dataDirectory },
  request,
}) => {
  test.setTimeout(300_000);
  await responseOf(
    await request.post(`${url}/api/auth/register`, {
      data: { name: 'Vera Marinova', ...credentials },
    }),
  );
  const { headers, userId } = await signIn(request, url);
  const { deal } = await responseOf(
    await request.post(`${url}/api/deals`, {
      headers,
      data: { title: TITLE, price: { amount: 19_900, currency: 'EUR' }, category: 'sports' },
    }),
  );
  const { channel } = await responseOf(
    await request.post(`${url}/api/channels`, {
      headers,
      data: { name: 'Колоездачи', kind: 'private' },
    }),
  );
  const { message } = await responseOf(
    await request.post(`${url}/api/message`, {
      headers,
      data: { channelId: channel.id, clientId: randomUUID(), text: TEXT },
    }),
  );
  const { fileUrl } = await responseOf(
    await request.post(`${url}/api/storj/upload/chunked`, {
      headers,
      multipart: {
        userId,
        channelId: channel.id,
        messageId: message.id,
        uploadId: `upload_${message.id}_0`,
        placeholderId: `${message.id}_0_mappng_1`,
        file: { name: 'map.png', mimeType: 'image/png', buffer: pngImage([20, 200, 90]) },
      },
    }),
  );
  await responseOf(
    await request.post(`${url}/api/message/${message.id}/updateFiles`, {
      headers,
      data: { fileUrls: [fileUrl] },
    }),
  );
  const what = { dealId: String(deal.id), channelId: String(channel.id), fileUrl: String(fileUrl) };
  const before = await readBack(request, url, what);
  expect(before).toMatchObject({ messages: [[TEXT, [fileUrl]]], file: [200, expect.any(String)] });

  const parent = await createDataFolder();
  const [folder, empty] = [path.join(parent, 'backup'), path.join(parent, 'data')];
  try {
    await run('backup', folder, dataDirectory);
    await run('restore', folder, empty);
    const restored = await startProduct({ dataDirectory: empty, port: 0 });
    try {
      await expect
        .poll(() => readBack(request, restored.url, what), { timeout: 60_000 })
        .toEqual(before);
    } finally {
      await restored.stop();
    }
  } finally {
    await rm(parent, { recursive: true, force: true });
  }
});
