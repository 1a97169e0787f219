import type { Updateable } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import * as z from 'zod/mini';
import {
  filesRejectionSchema,
  getMessage,
  updateFiles,
  updateMessage,
} from '@izgodno/contract/chat/message-calls';
import { errorBodySchema } from '@izgodno/contract/common/errors';
import { defineJob } from '#platform/jobs/jobs.ts';
import type { Schema } from '#schema/schema.ts';
import { createUuidV7 } from '#platform/uuid.ts';
import { provideChatApp, type Chatter } from './chat-app.ts';
import { createImmediateJobs } from './immediate-jobs.ts';

/** The job that processes files, which has nothing to do here. */
const processFile = defineJob({
  name: 'files.process',
  payload: z.object({ id: z.string() }),
});
const jobs = createImmediateJobs();
const chat = provideChatApp({}, () => ({ jobs }));
let maria: Chatter;
let georgi: Chatter;

beforeAll(async () => {
  maria = await chat.current.someone();
  georgi = await chat.current.someone();
});

const files = () => chat.current.session.database.database;

/** A complete image that is not yet processed. */
const insertImage = async (ownerId: string): Promise<string> => {
  const now = new Date(chat.current.session.time);
  const id = createUuidV7(now.getTime());
  await files()
    .insertInto('files')
    .values({
      id,
      owner_id: ownerId,
      status: 'processing',
      method: 'chunked',
      original_name: 'палатка.png',
      name: 'палатка.png',
      media_type: 'image/png',
      kind: 'image',
      size: 1_000,
      object_key: id,
      created_at: now,
    })
    .execute();
  return id;
};

const lookedThrough = async (id: string, change: Updateable<Schema['files']>): Promise<void> => {
  await files().updateTable('files').set(change).where('id', '=', id).execute();
  await jobs.enqueue(processFile, { id });
};

const place = {
  isPlaceholder: true,
  placeholderId: 'tent',
  fileName: 'палатка.png',
  fileSize: 1_000,
  mimeType: 'image/png',
};

test('an image shows its thumbnail and size as soon as they are known', async () => {
  const { id: channelId } = await chat.current.channel(maria, [georgi]);
  const page = await georgi.connect();
  const { id } = await maria.say(channelId, '', { attachments: [place] });
  const fileId = await insertImage(maria.id);
  const fileUrls = [`/api/files/${fileId}`];
  expect(await maria.get(updateFiles, { params: { id }, body: { fileUrls } })).toEqual({
    success: true,
    fileUrls,
    error: null,
  });
  const before = await page.frame(
    'message.changed',
    ({ data }) => data.message.attachments[0]?.fileUrl === fileUrls[0],
  );
  expect(before.data.message.attachments[0]).not.toHaveProperty('thumbnailUrl');

  await lookedThrough(fileId, {
    status: 'ready',
    width: 64,
    height: 48,
    variants: JSON.stringify([{ name: 'small.webp', key: 'k', size: 1 }]),
  });
  const after = await page.frame(
    'message.changed',
    ({ data }) => data.message.attachments[0]?.thumbnailUrl !== undefined,
  );
  expect(after.data.message.attachments[0]).toMatchObject({
    placeholderId: 'tent',
    width: 64,
    height: 48,
    thumbnailUrl: `/api/files/${fileId}/small.webp`,
  });

  // A repeated notification changes nothing.
  await lookedThrough(fileId, { status: 'ready' });
  const { message } = await georgi.get(getMessage, { params: { id } });
  expect(message.version).toBe(after.data.message.version);
});

test('a placeholder without a file shows the failure, until the upload is retried', async () => {
  const { id: channelId } = await chat.current.channel(maria, [georgi]);
  const { id } = await maria.say(channelId, 'виж', { attachments: [place] });
  const shown = async () => (await georgi.get(getMessage, { params: { id } })).message.attachments;
  await maria.get(updateFiles, { params: { id }, body: { fileUrls: [] } });
  expect(await shown()).toMatchObject([
    { fileUrl: null, isPlaceholder: true, uploadStatus: 'failed' },
  ]);
  const fileId = await insertImage(maria.id);
  const fileUrls = [`/api/files/${fileId}`];
  await maria.get(updateFiles, { params: { id }, body: { fileUrls } });
  expect(await shown()).toMatchObject([
    { id: fileId, isPlaceholder: false, uploadStatus: 'completed' },
  ]);
});

test('an image that is rejected afterwards is not offered any more', async () => {
  const { id: channelId } = await chat.current.channel(maria);
  const fileId = await insertImage(maria.id);
  const { id } = await maria.say(channelId, 'виж', { attachments: [{ fileId }] });
  await lookedThrough(fileId, { status: 'refused' });
  const { message } = await maria.get(getMessage, { params: { id } });
  expect(message.attachments).toMatchObject([{ fileUrl: null, uploadStatus: 'failed' }]);
});

test('errors have the form of the specification, in both calls', async () => {
  const { id: channelId } = await chat.current.channel(maria, [georgi]);
  const { id } = await maria.say(channelId, '', { attachments: [place] });
  const strange = { fileUrls: ['https://elsewhere.example/a.jpg'] };
  for (const call of [updateFiles, updateMessage]) {
    const rejected = await georgi.ask(call, { params: { id }, body: { fileUrls: [] } });
    expect([rejected.status, filesRejectionSchema.parse(rejected.body)]).toEqual([
      403,
      {
        success: false,
        error: 'You are not authorized to perform this action',
        message: 'You are not authorized to perform this action',
        details: { code: 'forbidden', message: 'You are not authorized to perform this action' },
      },
    ]);
    const faulty = await maria.ask(call, { params: { id }, body: strange });
    expect(filesRejectionSchema.parse(faulty.body).details).toMatchObject({
      code: 'validation_failed',
      fields: { 'fileUrls.0': { code: 'not_a_file' } },
    });
    const unknown = { id: createUuidV7(1) };
    const nowhere = await maria.ask(call, { params: unknown, body: { fileUrls: [] } });
    expect([nowhere.status, filesRejectionSchema.parse(nowhere.body).error]).toEqual([
      404,
      'Item not found',
    ]);
  }
  const edit = await georgi.ask(updateMessage, { params: { id }, body: { text: 'моето' } });
  expect(errorBodySchema.parse(edit.body).error.code).toBe('forbidden');
});
