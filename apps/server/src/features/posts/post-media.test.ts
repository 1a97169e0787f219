import { beforeAll, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { getDeal } from '@izgodno/contract/deals/calls';
import { createDeal, deleteDeal, getDealDraft, updateDeal } from '@izgodno/contract/posts/calls';
import { getSeller, updateProfile } from '@izgodno/contract/profiles/calls';
import { liftSuspension, suspendUser } from '@izgodno/contract/accounts/administration-calls';
import { deleteAccount } from '@izgodno/contract/accounts/calls';
import { fileIdOfUrl, fileUrl } from '@izgodno/contract/uploads/file';
import { CHUNKED_UPLOAD_PATH } from '@izgodno/contract/uploads/multipart';
import { insertSources } from '#test/deal-factory.ts';
import { provideUsersApp, type Member } from '#test/users-app.ts';

const users = provideUsersApp();
let seller: Member;

/** One pixel. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

const responseSchema = z.object({ fileUrl: z.string() });

let url = '';
let uploads = 0;
const upload = async (who: Member, purpose: 'deals' | 'profile' = 'deals'): Promise<string> => {
  uploads += 1;
  const form = new FormData();
  for (const [name, value] of Object.entries({
    userId: who.id,
    channelId: purpose,
    messageId: `message-${uploads}`,
    uploadId: `upload_message-${uploads}_0`,
    placeholderId: `placeholder-${uploads}`,
  }))
    form.append(name, value);
  form.append('file', new File([PNG], 'picture.png', { type: 'image/png' }));
  const response = await fetch(`${url}${CHUNKED_UPLOAD_PATH}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${who.token}` },
    body: form,
  });
  const { fileUrl: uploaded } = responseSchema.parse(await response.json());
  const id = fileIdOfUrl(uploaded);
  if (id === null) throw new Error(`not the address of a file: ${uploaded}`);
  return id;
};

const post = (who: Member, media: readonly string[]) => ({
  token: who.token,
  body: {
    title: 'Фотоапарат',
    price: { amount: 100_00, currency: 'EUR' },
    category: 'photography',
    media,
  },
});

const statusOfFile = async (id: string, who?: Member): Promise<number> =>
  (
    await users.current.app.inject({
      url: fileUrl(id),
      headers: who === undefined ? {} : { authorization: `Bearer ${who.token}` },
    })
  ).statusCode;

beforeAll(async () => {
  await insertSources(users.current.database.database);
  seller = await users.current.member();
  // Uploads are read from a socket.
  url = await users.current.app.listen({ port: 0, host: '127.0.0.1' });
});

test('images keep the given order, can be reordered, and are removed', async () => {
  const [one, two, three] = [await upload(seller), await upload(seller), await upload(seller)];
  const { deal } = await users.current.ask(createDeal, post(seller, [two, one, two]));
  expect(deal.media.map(({ url, kind }) => [url, kind])).toEqual([
    [fileUrl(two), 'image'],
    [fileUrl(one), 'image'],
  ]);
  expect(await statusOfFile(one)).toBe(200);
  expect(await statusOfFile(three)).not.toBe(200);

  const params = { id: deal.id };
  const { deal: changed } = await users.current.ask(updateDeal, {
    token: seller.token,
    params,
    body: { media: [three, two] },
  });
  expect(changed.media.map(({ url }) => url)).toEqual([fileUrl(three), fileUrl(two)]);
  const { draft, media } = await users.current.ask(getDealDraft, { token: seller.token, params });
  expect(draft.media).toEqual([three, two]);
  expect(media.map(({ id }) => id)).toEqual([three, two]);
  expect(await statusOfFile(one)).not.toBe(200);

  await users.current.ask(deleteDeal, { token: seller.token, params });
  expect(await statusOfFile(two)).not.toBe(200);
  expect(await statusOfFile(two, seller)).toBe(200);
});

test('images of another user or of another deal are rejected', async () => {
  const other = await users.current.member();
  const mine = await upload(seller);
  for (const [who, media] of [
    [other, [mine]],
    [seller, [await upload(other)]],
  ] as const) {
    expect(await users.current.rejection(createDeal, post(who, media))).toMatchObject({
      status: 400,
      fields: ['media'],
    });
  }
  await users.current.ask(createDeal, post(seller, [mine]));
  expect(await users.current.rejection(createDeal, post(seller, [mine]))).toMatchObject({
    status: 400,
    fields: ['media'],
  });
});

test('an avatar is public, and the former one is deleted', async () => {
  const who = await users.current.member();
  const [before, now] = [await upload(who, 'profile'), await upload(who, 'profile')];
  for (const avatar of [before, now])
    await users.current.ask(updateProfile, { token: who.token, body: { avatar } });
  const { seller: shown } = await users.current.ask(getSeller, { params: { id: who.id } });
  expect(shown.avatarUrl).toBe(fileUrl(now));
  expect(await statusOfFile(now)).toBe(200);
  expect(await statusOfFile(before)).not.toBe(200);
});

test('an avatar is hidden while its user is suspended', async () => {
  const [who, admin] = [await users.current.member(), await users.current.member('admin')];
  const avatar = await upload(who, 'profile');
  await users.current.ask(updateProfile, { token: who.token, body: { avatar } });
  const act = { token: admin.token, params: { userId: who.id } };
  await users.current.ask(suspendUser, { ...act, body: { reason: 'Спам' } });
  expect(await statusOfFile(avatar)).toBe(404);
  await users.current.ask(liftSuspension, act);
  expect(await statusOfFile(avatar)).toBe(200);
});

test("a user's posts are erased with their account", async () => {
  const who = await users.current.member();
  const image = await upload(who);
  const { deal } = await users.current.ask(createDeal, post(who, [image]));
  await users.current.ask(deleteAccount, {
    token: who.token,
    body: { currentPassword: 'zebra-lamp-4217' },
  });
  expect(await users.current.rejection(getDeal, { params: { id: deal.id } })).toMatchObject({
    status: 404,
  });
  expect(await statusOfFile(image)).not.toBe(200);
  const row = await users.current.database.database
    .selectFrom('deals')
    .select(['title', 'seller_id'])
    .where('id', '=', Number(deal.id))
    .executeTakeFirst();
  expect(row).toEqual({ title: '', seller_id: null });
});
