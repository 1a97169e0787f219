import { beforeEach, expect, test, vi } from 'vitest';
import type { FileMessage } from '../composer/send-files.ts';
import { hasRecordings } from './recording-database.ts';
import type { MicrophoneHandlers } from './voice-recording.ts';

const page = vi.hoisted(() => ({
  userId: '',
  sendFiles: vi.fn<(message: FileMessage) => Promise<void>>(),
}));
vi.mock('#core/session/browser/use-session.ts', () => ({ currentUserId: () => page.userId }));
vi.mock('#core/uploads/browser/uploads.ts', () => ({
  uploads: { engine: () => Promise.resolve() },
}));
vi.mock('../composer/send-files.ts', () => ({ sendFiles: page.sendFiles }));
vi.mock('./microphone.ts', () => ({
  openMicrophone: (handlers: MicrophoneHandlers) => {
    const stop = vi.fn<() => void>(() => {
      handlers.onChunk(new Blob(['sound'], { type: 'audio/webm' }));
      handlers.onEnded();
    });
    return Promise.resolve({ mediaType: 'audio/webm', level: () => 50, stop });
  },
}));

const { beginRecording, onRecordingsChange, presentRecording, sendStored, unsentRecordings } =
  await import('./own-recordings.ts');

const CHANNEL = 'channel';
const idsOffered = async () => (await unsentRecordings(CHANNEL)).map(({ id }) => id);

/** A send that hangs until the test ends it, as on a slow line. */
const slowSend = () => {
  const slow = Promise.withResolvers<void>();
  page.sendFiles.mockReturnValueOnce(slow.promise);
  return slow;
};

const record = async () => {
  const leave = beginRecording(CHANNEL, null);
  const recording = presentRecording.get();
  if (recording === null) throw new Error('Nothing is recorded');
  await expect.poll(() => recording.state.get().status).toBe('recording');
  return { leave, recording };
};

beforeEach(() => {
  page.userId = crypto.randomUUID();
  page.sendFiles.mockReset().mockResolvedValue();
});

test('a recording that is being sent is not offered to be sent again', async () => {
  const slow = slowSend();
  const { leave, recording } = await record();
  recording.dispatch('send');
  leave();
  await expect.poll(() => hasRecordings(page.userId)).toBe(true);
  const next = await record();
  expect(await idsOffered()).toEqual([]);
  leave();
  expect(presentRecording.get()).toBe(next.recording);
  slow.resolve();
  await expect.poll(() => recording.state.get().status).toBe('sent');
  expect(await idsOffered()).toEqual([]);
  next.recording.cancel();
  next.leave();
  expect(page.sendFiles).toHaveBeenCalledOnce();
});

test('a recording that was left and could not be sent is offered', async () => {
  const changed = vi.fn<() => void>();
  const slow = slowSend();
  const { leave, recording } = await record();
  recording.dispatch('send');
  leave();
  const stop = onRecordingsChange(changed);
  slow.reject(new Error('No engine'));
  await expect.poll(() => changed.mock.calls).toHaveLength(1);
  stop();
  expect(await idsOffered()).toEqual([recording.id]);
});

test('an offered recording is not offered again while it is sent and afterwards', async () => {
  const { leave, recording } = await record();
  leave();
  await expect.poll(idsOffered).toEqual([recording.id]);
  const [stored] = await unsentRecordings(CHANNEL);
  if (stored === undefined) throw new Error('Nothing is offered');

  const failing = slowSend();
  const failed = sendStored(stored);
  expect(await idsOffered()).toEqual([]);
  failing.reject(new Error('No engine'));
  await expect(failed).rejects.toThrow('No engine');
  const ownId = page.userId;
  page.userId = 'another';
  await expect(sendStored(stored)).rejects.toThrow('Another user is signed in');
  page.userId = ownId;
  expect(await idsOffered()).toEqual([recording.id]);

  const slow = slowSend();
  const sent = sendStored(stored);
  expect(await idsOffered()).toEqual([]);
  slow.resolve();
  await sent;
  expect(await idsOffered()).toEqual([]);
});
