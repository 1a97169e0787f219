import type { Updateable } from 'kysely';
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { suspendUser } from '@izgodno/contract/accounts/administration-calls';
import { updateChannel } from '@izgodno/contract/chat/channel-calls';
import { addComment } from '@izgodno/contract/chat/comment-calls';
import {
  deleteMessage,
  forwardMessage,
  getMessage,
  sendMessage,
  updateFiles,
  updateMessage,
} from '@izgodno/contract/chat/message-calls';
import { reportUploads } from '@izgodno/contract/chat/upload-calls';
import { updateMember } from '@izgodno/contract/chat/moderation-calls';
import type { Call } from '@izgodno/contract/common/call';
import { HOUR_MS } from '@izgodno/contract/common/durations';
import { errorBodySchema, textRejectionSchema } from '@izgodno/contract/common/errors';
import { getFileDetails } from '@izgodno/contract/uploads/calls';
import { eraseForwardsJob } from '#features/chat/messages/messages.ts';
import { defineJob } from '#platform/jobs/jobs.ts';
import type { Schema } from '#schema/schema.ts';
import { createUuidV7 } from '#platform/uuid.ts';
import { provideChatApp, type Chatter } from './chat-app.ts';
import { aDeal, insertDeals, insertSources } from './deal-factory.ts';
import { createImmediateJobs } from './immediate-jobs.ts';
import { insertFile } from './insert-file.ts';

/** The job that processes files, which has nothing to do here. */
const processFile = defineJob({
  name: 'files.process',
  payload: z.object({ id: z.string() }),
});
const jobs = createImmediateJobs();
/** More than the default. */
const MAX_FILES = 12;
const chat = provideChatApp({ UPLOAD_MAX_FILES: String(MAX_FILES) }, () => ({ jobs }));
let maria: Chatter;
let georgi: Chatter;

beforeAll(async () => {
  maria = await chat.current.someone();
  georgi = await chat.current.someone();
});

const files = () => chat.current.session.database.database;

type Image = Pick<Parameters<typeof insertFile>[1], 'status' | 'placeholderId'>;

/** A complete image, by default not yet processed. */
const insertImage = (ownerId: string, image: Image = { status: 'processing' }): Promise<string> =>
  insertFile(files(), { ownerId, at: chat.current.session.time, ...image });

const lookedThrough = async (id: string, change: Updateable<Schema['files']>): Promise<void> => {
  await files().updateTable('files').set(change).where('id', '=', id).execute();
  await jobs.enqueue(processFile, { id });
};

const read = async (id: string, who: Chatter) =>
  (await who.get(getMessage, { params: { id } })).message;

const place = {
  isPlaceholder: true,
  placeholderId: 'tent',
  fileName: 'снимка.jpg',
  fileSize: 1_000,
  mimeType: 'image/jpeg',
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

describe('of several files', () => {
  const places = [
    { ...place, placeholderId: 'first' },
    { ...place, placeholderId: 'second' },
  ];
  let id: string;
  let fileUrl: string;

  beforeEach(async () => {
    const { id: channelId } = await chat.current.channel(maria, [georgi]);
    ({ id } = await maria.say(channelId, '', { attachments: places }));
    fileUrl = `/api/files/${await insertImage(maria.id)}`;
  });

  const report = (who: Chatter, ...reported: readonly object[]) =>
    who.ask(reportUploads, { params: { id }, body: { files: reported } });
  const shown = async () => (await read(id, georgi)).attachments;

  test('the finished one is shown in its place, and others see how far the rest is', async () => {
    const page = await georgi.connect();
    const rest = { placeholderId: 'first', progress: 41 };
    const unknown = { placeholderId: 'third', progress: 7 };
    const finished = { placeholderId: 'second', progress: 100, fileUrl };
    expect((await report(maria, rest, finished, unknown)).status).toBe(200);
    const { data } = await page.frame('upload.progress');
    expect(data.files).toEqual([rest]);
    expect(await shown()).toMatchObject([
      { placeholderId: 'first', isPlaceholder: true, uploadStatus: 'pending' },
      { placeholderId: 'second', isPlaceholder: false, fileUrl },
    ]);
    // Once more, late: nothing changes, and the call of the specification completes the message.
    const { version } = await read(id, georgi);
    await report(maria, finished);
    expect((await read(id, georgi)).version).toBe(version);
    await report(maria, { ...rest, failed: true });
    expect(await shown()).toMatchObject([{ isPlaceholder: true, uploadStatus: 'failed' }, {}]);
    const failed = await read(id, georgi);
    await report(maria, { ...rest, failed: true });
    expect(await read(id, georgi)).toEqual(failed);
    await maria.get(updateFiles, { params: { id }, body: { fileUrls: [fileUrl] } });
    expect(await shown()).toMatchObject([{ uploadStatus: 'failed' }, { fileUrl }]);
  });

  test('one that is chosen again takes the place that it was chosen for', async () => {
    await maria.get(updateFiles, { params: { id }, body: { fileUrls: [] } });
    const chosen = await insertImage(maria.id, { placeholderId: 'second' });
    const fileUrls = [`/api/files/${chosen}`];
    await maria.get(updateFiles, { params: { id }, body: { fileUrls } });
    expect(await shown()).toMatchObject([{ uploadStatus: 'failed' }, { id: chosen }]);
  });

  test('is reported by the sender only, with their own files', async () => {
    const finished = { placeholderId: 'second', progress: 100, fileUrl };
    expect((await report(georgi, finished)).status).toBe(403);
    const others = { ...finished, fileUrl: `/api/files/${await insertImage(georgi.id)}` };
    expect((await report(maria, others)).status).toBe(404);
    const { status, body } = await report(maria, { ...finished, fileUrl: 'https://a.example/b' });
    expect([status, errorBodySchema.parse(body).error.fields]).toMatchObject([
      400,
      { 'files.0.fileUrl': { code: 'not_a_file' } },
    ]);
    await maria.get(deleteMessage, { params: { id } });
    expect((await report(maria, finished)).status).toBe(409);
  });
});

test('an image that is rejected afterwards is not offered any more', async () => {
  const { id: channelId } = await chat.current.channel(maria);
  const fileId = await insertImage(maria.id);
  const { id } = await maria.say(channelId, 'виж', { attachments: [{ fileId }] });
  await lookedThrough(fileId, { status: 'refused' });
  const { message } = await maria.get(getMessage, { params: { id } });
  expect(message.attachments).toMatchObject([{ fileUrl: null, uploadStatus: 'failed' }]);
});

describe('files that are added to a message later', () => {
  let author: Chatter;
  let channelId: string;

  beforeEach(async () => {
    author = await chat.current.someone();
    channelId = (await chat.current.channel(maria, [author])).id;
  });

  /** Adds new uploads to a message; returns the code of the rejection. */
  const fill = async (id: string, count: number, call: Call = updateFiles) => {
    const uploads = Array.from({ length: count }, () => insertImage(author.id, {}));
    const fileUrls = (await Promise.all(uploads)).map((fileId) => `/api/files/${fileId}`);
    const { status, body } = await author.ask(call, { params: { id }, body: { fileUrls } });
    return status === 200 ? 'done' : textRejectionSchema.parse(body).details.code;
  };
  const countOf = async (id: string) => (await read(id, author)).attachments.length;

  test('are as many as a message can have, also by several calls', async () => {
    const { id } = await author.say(channelId, 'снимки');
    expect(await fill(id, MAX_FILES - 1)).toBe('done');
    expect(await fill(id, 2)).toBe('validation_failed');
    expect(await fill(id, 1)).toBe('done');
    expect(await fill(id, 1, updateMessage)).toBe('validation_failed');
    expect(await countOf(id)).toBe(MAX_FILES);
  });

  test('are as many as a new message can have', async () => {
    const attachments = Array.from({ length: MAX_FILES + 1 }, (_, index) => ({
      ...place,
      placeholderId: `place ${index}`,
    }));
    await author.say(channelId, '', { attachments: attachments.slice(1) });
    const { status, body } = await author.ask(sendMessage, {
      body: { channelId, clientId: createUuidV7(1), attachments },
    });
    expect([status, errorBodySchema.parse(body).error.fields]).toEqual([
      400,
      { attachments: { code: 'too_big', message: expect.stringContaining(String(MAX_FILES)) } },
    ]);
  });

  test.each(['muted', 'channel_archived'] as const)(
    'are only those with a place for who could not send them: %s',
    async (code) => {
      const { id } = await author.say(channelId, '', { attachments: [place] });
      const mutedUntil = new Date(chat.current.session.time + HOUR_MS).toISOString();
      await (code === 'muted'
        ? maria.get(updateMember, {
            params: { id: channelId, userId: author.id },
            body: { mutedUntil },
          })
        : maria.get(updateChannel, { params: { id: channelId }, body: { archived: true } }));
      expect(await fill(id, 2)).toBe(code);
      expect(await fill(id, 1)).toBe('done');
      expect(await fill(id, 1)).toBe(code);
      expect(await countOf(id)).toBe(1);
    },
  );

  test('are none of a forward or a comment', async () => {
    const { id } = await maria.say(channelId, 'чуждо');
    const body = { channelId, clientId: createUuidV7(7) };
    const { message: forward } = await author.get(forwardMessage, { params: { id }, body });
    await insertSources(files());
    const [deal = 0] = await insertDeals(files(), [aDeal()]);
    const { comment } = await author.get(addComment, {
      params: { id: String(deal) },
      body: { clientId: createUuidV7(8), text: 'коментар' },
    });
    for (const call of [updateFiles, updateMessage])
      for (const message of [forward, comment])
        expect(await fill(message.id, 1, call)).toBe('forbidden');
  });
});

test('errors have the form of the specification, in both calls', async () => {
  const { id: channelId } = await chat.current.channel(maria, [georgi]);
  const { id } = await maria.say(channelId, '', { attachments: [place] });
  const strange = { fileUrls: ['https://elsewhere.example/a.jpg'] };
  for (const call of [updateFiles, updateMessage]) {
    const rejected = await georgi.ask(call, { params: { id }, body: { fileUrls: [] } });
    expect([rejected.status, textRejectionSchema.parse(rejected.body)]).toEqual([
      403,
      {
        success: false,
        error: 'You are not authorized to perform this action',
        message: 'You are not authorized to perform this action',
        details: { code: 'forbidden', message: 'You are not authorized to perform this action' },
      },
    ]);
    const faulty = await maria.ask(call, { params: { id }, body: strange });
    expect(textRejectionSchema.parse(faulty.body).details).toMatchObject({
      code: 'validation_failed',
      fields: { 'fileUrls.0': { code: 'not_a_file' } },
    });
    const unknown = { id: createUuidV7(1) };
    const nowhere = await maria.ask(call, { params: unknown, body: { fileUrls: [] } });
    expect([nowhere.status, textRejectionSchema.parse(nowhere.body).error]).toEqual([
      404,
      'Item not found',
    ]);
  }
  const edit = await georgi.ask(updateMessage, { params: { id }, body: { text: 'моето' } });
  expect(errorBodySchema.parse(edit.body).error.code).toBe('forbidden');
  expect(updateMessage.rejection.parse(edit.body)).toEqual(edit.body);
});

test('a forwarded message shows text and files to those who can read it, until the original is deleted', async () => {
  const [reader, stranger] = [await chat.current.someone(), await chat.current.someone()];
  const from = await chat.current.channel(maria, [georgi]);
  const to = await chat.current.channel(georgi, [reader]);
  // Details of a file that is processed would wait for it.
  const fileId = await insertImage(maria.id, {});
  const mention = `<@${reader.id}>`;
  const original = await maria.say(from.id, `палатката ${mention}`, { attachments: [{ fileId }] });
  const statusFor = async (who: Chatter) =>
    (await who.ask(getFileDetails, { params: { id: fileId } })).status;
  expect(await statusFor(reader)).toBe(404);

  const body = { channelId: to.id, clientId: createUuidV7(2) };
  const forward = { params: { id: original.id }, body };
  const { message } = await georgi.get(forwardMessage, forward);
  expect(message).toMatchObject({
    channelId: to.id,
    sender: { id: georgi.id },
    text: original.text,
    attachments: [{ id: fileId }],
    forwarded: { id: original.id, channelId: from.id, seq: original.seq, sender: { id: maria.id } },
  });
  // A retry stores nothing new.
  expect((await georgi.get(forwardMessage, forward)).message.id).toBe(message.id);
  expect([await statusFor(reader), await statusFor(stranger)]).toEqual([200, 404]);
  const edit = { params: { id: message.id }, body: { text: 'друго' } };
  expect((await georgi.ask(updateMessage, edit)).status).toBe(403);

  // Forwarded again, it keeps the first sender.
  const third = await chat.current.channel(reader, [stranger]);
  const again = { channelId: third.id, clientId: createUuidV7(3) };
  const shown = await reader.get(forwardMessage, { params: { id: message.id }, body: again });
  expect(shown.message.forwarded).toEqual(message.forwarded);
  expect(await statusFor(stranger)).toBe(200);
  const variants = [{ name: 'small.webp', key: `${fileId}.small.webp`, size: 10 }] as const;
  await lookedThrough(fileId, { status: 'ready', variants: JSON.stringify(variants) });
  await expect
    .poll(async () => (await read(shown.message.id, stranger)).attachments[0]?.thumbnailUrl)
    .toBeDefined();

  await maria.get(deleteMessage, { params: { id: original.id } });
  for (const id of [message.id, shown.message.id])
    expect(await read(id, reader)).toMatchObject({ text: '', attachments: [], forwarded: null });
  const late = { params: { id: original.id }, body: { ...body, clientId: createUuidV7(4) } };
  expect((await georgi.ask(forwardMessage, late)).body).toMatchObject({
    error: { code: 'message_deleted' },
  });
});

test('files of messages that a suspension removes cannot be read any more, and expire', async () => {
  const [admin, spammer] = [await chat.current.someone('admin'), await chat.current.someone()];
  const { id: channelId } = await chat.current.channel(georgi, [spammer, maria]);
  const { id: elsewhere } = await chat.current.channel(maria);
  const fileId = await insertImage(spammer.id, {});
  const { id } = await spammer.say(channelId, '', { attachments: [{ fileId }] });
  const forward = { channelId: elsewhere, clientId: createUuidV7(6) };
  await maria.get(forwardMessage, { params: { id }, body: forward });
  const statuses = () =>
    Promise.all(
      [georgi, maria].map(
        async (who) => (await who.ask(getFileDetails, { params: { id: fileId } })).status,
      ),
    );
  expect(await statuses()).toEqual([200, 200]);

  const body = { reason: 'Спам', removeContent: true };
  await admin.get(suspendUser, { params: { userId: spammer.id }, body });
  expect(await statuses()).toEqual([404, 404]);
  const [file] = await files()
    .selectFrom('files')
    .select(['subject_kind', 'expires_at'])
    .where('id', '=', fileId)
    .execute();
  // The sweep removes it then.
  expect(file).toEqual({
    subject_kind: null,
    expires_at: new Date(chat.current.session.time + HOUR_MS),
  });
});

test('a file that is still attached to a deleted message cannot be read', async () => {
  const [author, reader] = [await chat.current.someone(), await chat.current.someone()];
  const { id: channelId } = await chat.current.channel(author, [reader]);
  const fileId = await insertImage(author.id, {});
  const { id } = await author.say(channelId, '', { attachments: [{ fileId }] });
  const deleted_at = new Date(chat.current.session.time);
  await files().updateTable('messages').set({ deleted_at }).where('id', '=', id).execute();
  expect((await reader.ask(getFileDetails, { params: { id: fileId } })).status).toBe(404);
});

test('a deletion does not wait for the channels that the message was forwarded to', async () => {
  const from = await chat.current.channel(maria, [georgi]);
  const { id } = await maria.say(from.id, 'препратено');
  const forwards: string[] = [];
  for (const place of [10, 11]) {
    const to = await chat.current.channel(georgi);
    const body = { channelId: to.id, clientId: createUuidV7(place) };
    forwards.push((await georgi.get(forwardMessage, { params: { id }, body })).message.id);
  }
  const textsOf = () =>
    Promise.all(forwards.map(async (forward) => (await read(forward, georgi)).text));
  const queue = vi.spyOn(jobs, 'enqueueWithin').mockResolvedValue();
  await maria.get(deleteMessage, { params: { id } });
  const [, job, payload] = queue.mock.lastCall ?? [];
  queue.mockRestore();
  expect(await textsOf()).toEqual(['препратено', 'препратено']);
  expect(job).toBe(eraseForwardsJob);
  await jobs.enqueue(eraseForwardsJob, eraseForwardsJob.payload.parse(payload));
  expect(await textsOf()).toEqual(['', '']);
});

test('only who can read a message forwards it, and only to where they may write', async () => {
  const stranger = await chat.current.someone();
  const from = await chat.current.channel(maria, [georgi]);
  const to = await chat.current.channel(stranger);
  const { id } = await maria.say(from.id, 'за вътре');
  const forward = async (who: Chatter, channelId: string) => {
    const body = { channelId, clientId: createUuidV7(5) };
    return (await who.ask(forwardMessage, { params: { id }, body })).body;
  };
  const rejected = { error: { code: 'not_a_member' } };
  expect(await forward(stranger, to.id)).toMatchObject(rejected);
  expect(await forward(georgi, to.id)).toMatchObject(rejected);
  await maria.get(updateChannel, { params: { id: from.id }, body: { archived: true } });
  expect(await forward(georgi, from.id)).toMatchObject({ error: { code: 'channel_archived' } });
});
