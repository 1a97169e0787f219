import { beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { chooseLanguage, loadArea, startLanguage } from '#core/language/language.ts';
import type { FileMessage } from '../composer/send-files.ts';
import { MicrophoneError, type Microphone, type MicrophoneHandlers } from './voice-recording.ts';

const world = vi.hoisted(() => ({
  sendFiles: vi.fn<(message: FileMessage) => Promise<void>>(),
  openMicrophone: vi.fn<(handlers: MicrophoneHandlers) => Promise<Microphone>>(),
}));
vi.mock('#core/session/browser/use-session.ts', () => ({ currentUserId: () => 'ann' }));
vi.mock('#core/uploads/browser/uploads.ts', () => ({
  uploads: { engine: () => Promise.resolve() },
}));
vi.mock('../composer/send-files.ts', () => ({ sendFiles: world.sendFiles }));
vi.mock('./microphone.ts', () => ({ openMicrophone: world.openMicrophone }));

const { VoiceRecorder } = await import('./voice-recorder.tsx');

const onClose = vi.fn<() => void>();
const recorder = page.getByRole('group', { name: 'Record a voice message' });
const send = recorder.getByRole('button', { name: 'Send' });
const doNothing = (): void => {};
let unplug = doNothing;

beforeEach(async () => {
  await startLanguage();
  await Promise.all([chooseLanguage('en'), loadArea('chat.more')]);
  onClose.mockReset();
  world.sendFiles.mockReset().mockResolvedValue();
  world.openMicrophone.mockReset().mockImplementation((handlers) => {
    const stop = () => {
      handlers.onChunk(new Blob(['sound'], { type: 'audio/webm' }));
      handlers.onEnded();
    };
    unplug = handlers.onInterrupted;
    const rest = { level: () => 50, pause: doNothing, resume: doNothing, stop };
    return Promise.resolve({ mediaType: 'audio/webm', ...rest });
  });
});

const open = () =>
  render(<VoiceRecorder channelId="channel" replyTo="message" onClose={onClose} />);

test('a recording is paused, continued and sent from the keyboard, as a reply', async () => {
  await open();
  await expect.element(send).toHaveFocus();
  await recorder.getByRole('button', { name: 'Pause recording' }).click();
  await expect.element(recorder.getByRole('status')).toHaveTextContent('Recording paused');
  await recorder.getByRole('button', { name: 'Continue recording' }).click();
  await expect.element(send).toHaveFocus();
  await send.click();
  await expect.poll(() => onClose.mock.calls).toHaveLength(1);
  expect(world.sendFiles.mock.calls).toMatchObject([
    [{ channelId: 'channel', replyTo: 'message', text: '', files: [{ file: expect.any(Blob) }] }],
  ]);
});

test('a recording that is discarded is not sent', async () => {
  await open();
  await recorder.getByRole('button', { name: 'Discard recording' }).click();
  await expect.poll(() => onClose.mock.calls).toHaveLength(1);
  expect(world.sendFiles).not.toHaveBeenCalled();
});

test('a recording that ends by itself or is not sent says why, and can be sent', async () => {
  await open();
  await expect.element(send).toBeEnabled();
  unplug();
  const alert = recorder.getByRole('alert');
  await expect.element(alert).toHaveTextContent('The recording was interrupted.');
  world.sendFiles.mockRejectedValueOnce(new Error('No engine'));
  await send.click();
  await expect.element(alert).toMatchTextContent(/^We could not send the voice message\./);
  expect(onClose).not.toHaveBeenCalled();
  await send.click();
  await expect.poll(() => onClose.mock.calls).toHaveLength(1);
});

test('the user reads why there is no microphone, and closes the recorder', async () => {
  world.openMicrophone.mockRejectedValue(new MicrophoneError('denied'));
  await open();
  await expect.element(page.getByRole('alert')).toMatchTextContent(/does not let this site use/);
  await page.getByRole('button', { name: 'Close' }).click();
  expect(onClose).toHaveBeenCalledOnce();
});
