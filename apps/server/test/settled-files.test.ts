import type { Insertable } from 'kysely';
import { FILE_SILENCE_MS } from '@izgodno/contract/chat/limits';
import { deleteMessage, getMessage, updateFiles } from '@izgodno/contract/chat/message-calls';
import { removeMember } from '@izgodno/contract/chat/channel-calls';
import {
  RESUMABLE_LIFETIME_MS,
  UNATTACHED_FILE_LIFETIME_MS,
} from '@izgodno/contract/uploads/limits';
import { beforeEach, expect, test } from 'vitest';
import { createUuidV7 } from '#platform/uuid.ts';
import type { Schema } from '#schema/schema.ts';
import { provideChatApp, type Chatter } from './chat-app.ts';
import { createImmediateJobs } from './immediate-jobs.ts';

const SETTLE = 'chat.settle-files';
const MINUTE_MS = 60_000;
const jobs = createImmediateJobs();
const chat = provideChatApp({}, () => ({ jobs }));
let maria: Chatter;
let georgi: Chatter;
let channelId: string;

// Time passes in each test, and sessions end after two hours.
beforeEach(async () => {
  maria = await chat.current.someone();
  georgi = await chat.current.someone();
  channelId = (await chat.current.channel(maria, [georgi])).id;
});

const pass = (ms: number): void => {
  chat.current.session.time += ms;
};

const placeOf = (fileName: string) => ({
  isPlaceholder: true as const,
  placeholderId: `place of ${fileName}`,
  fileName,
  fileSize: 1_000,
  mimeType: 'image/png',
});

const sayWithFiles = async (...fileNames: readonly string[]) =>
  maria.say(channelId, '', { attachments: fileNames.map(placeOf) });

/** An upload for a message whose last bytes arrive now. */
const insertUpload = async (
  messageId: string,
  name: string,
  change: Partial<Insertable<Schema['files']>> = {},
): Promise<string> => {
  const { time, database } = chat.current.session;
  const id = createUuidV7(time);
  const isComplete = change.status === 'ready';
  const lifetime = isComplete ? UNATTACHED_FILE_LIFETIME_MS : RESUMABLE_LIFETIME_MS;
  await database.database
    .insertInto('files')
    .values({
      id,
      owner_id: maria.id,
      status: 'receiving',
      method: 'resumable',
      upload_id: id,
      message_id: messageId,
      original_name: name,
      name,
      media_type: 'image/png',
      kind: 'image',
      size: 1_000,
      object_key: id,
      created_at: new Date(time),
      expires_at: new Date(time + lifetime),
      ...change,
    })
    .execute();
  return id;
};

const statesOf = async (id: string): Promise<readonly string[]> => {
  const { message } = await georgi.get(getMessage, { params: { id } });
  return message.attachments.map(({ uploadStatus }) => uploadStatus);
};

test('places of which no byte arrives fail for every reader, and a late file takes its place', async () => {
  const { id } = await sayWithFiles('a.png');
  pass(FILE_SILENCE_MS - 1);
  await jobs.fire(SETTLE);
  expect(await statesOf(id)).toEqual(['pending']);

  pass(2);
  // Connected only now, because the server closes a page that is silent for as long, within a second.
  const page = await georgi.connect();
  await jobs.fire(SETTLE);
  await page.frame(
    'message.changed',
    ({ data }) => data.message.attachments[0]?.uploadStatus === 'failed',
  );
  const { message } = await georgi.get(getMessage, { params: { id } });
  await jobs.fire(SETTLE);
  expect((await georgi.get(getMessage, { params: { id } })).message.version).toBe(message.version);

  const fileId = await insertUpload(id, 'a.png', { status: 'ready' });
  await maria.get(updateFiles, { params: { id }, body: { fileUrls: [`/api/files/${fileId}`] } });
  expect(await statesOf(id)).toEqual(['completed']);
});

test('an upload that goes on keeps the places of its message', async () => {
  const { id } = await sayWithFiles('a.png', 'b.png');
  pass(FILE_SILENCE_MS / 2);
  await insertUpload(id, 'a.png');
  pass(FILE_SILENCE_MS - MINUTE_MS);
  await jobs.fire(SETTLE);
  expect(await statesOf(id)).toEqual(['pending', 'pending']);
  pass(2 * MINUTE_MS);
  await jobs.fire(SETTLE);
  expect(await statesOf(id)).toEqual(['failed', 'failed']);
});

test('a complete file that its device did not add takes its place, also under the id of the device', async () => {
  const { id, clientId } = await sayWithFiles('a.png', 'b.png', 'c.png');
  await insertUpload(clientId, 'b.png', { status: 'ready' });
  pass(FILE_SILENCE_MS + MINUTE_MS);
  await insertUpload(id, 'c.png');
  await jobs.fire(SETTLE);
  expect(await statesOf(id)).toEqual(['pending', 'completed', 'pending']);
});

test('more complete files than places leave the message within its limit', async () => {
  const { id } = await sayWithFiles('a.png');
  await insertUpload(id, 'a.png', { status: 'ready' });
  await insertUpload(id, 'b.png', { status: 'ready' });
  pass(FILE_SILENCE_MS + MINUTE_MS);
  await jobs.fire(SETTLE);
  expect(await statesOf(id)).toEqual(['completed']);
});

test('no file of another user or of someone who left is added', async () => {
  const { id } = await sayWithFiles('a.png', 'b.png');
  await insertUpload(id, 'a.png', { status: 'ready', owner_id: georgi.id });
  const left = await georgi.say(channelId, '', { attachments: [placeOf('c.png')] });
  await insertUpload(left.id, 'c.png', { status: 'ready', owner_id: georgi.id });
  await maria.get(removeMember, { params: { id: channelId, userId: georgi.id } });
  pass(FILE_SILENCE_MS + MINUTE_MS);
  await jobs.fire(SETTLE);
  for (const messageId of [id, left.id]) {
    const { message } = await maria.get(getMessage, { params: { id: messageId } });
    expect(new Set(message.attachments.map(({ uploadStatus }) => uploadStatus))).toEqual(
      new Set(['failed']),
    );
  }
});

test('a deleted message stays as it is', async () => {
  const { id } = await sayWithFiles('a.png');
  const { message } = await maria.get(deleteMessage, { params: { id } });
  pass(FILE_SILENCE_MS + MINUTE_MS);
  await jobs.fire(SETTLE);
  expect((await georgi.get(getMessage, { params: { id } })).message.version).toBe(message.version);
});
