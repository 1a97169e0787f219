import { expect, test, vi } from 'vitest';
import { openMicrophone } from './microphone.ts';
import { MicrophoneError } from './voice-recording.ts';

const handlers = { onChunk: () => {}, onEnded: () => {}, onInterrupted: () => {} };

/** A microphone of silence. */
const provideStream = () => {
  const { stream } = new AudioContext().createMediaStreamDestination();
  vi.spyOn(navigator.mediaDevices, 'getUserMedia').mockResolvedValue(stream);
  return stream;
};

test.each(['MediaRecorder', 'AudioContext'] as const)(
  'the microphone is released if there can be no %s',
  async (name) => {
    const stream = provideStream();
    const closed = vi.spyOn(AudioContext.prototype, 'close');
    const failure = new DOMException('None is left', 'NotSupportedError');
    vi.spyOn(globalThis, name).mockImplementation(function fail() {
      throw failure;
    });
    vi.spyOn(MediaRecorder, 'isTypeSupported').mockReturnValue(true);
    await expect(openMicrophone(handlers)).rejects.toEqual(
      new MicrophoneError('recorder-failed', failure),
    );
    expect(stream.getTracks().map(({ readyState }) => readyState)).toEqual(['ended']);
    expect(closed).toHaveBeenCalledTimes(name === 'MediaRecorder' ? 1 : 0);
  },
);

test('the microphone is released with the last chunk', async () => {
  const stream = provideStream();
  const onEnded = vi.fn<() => void>();
  const closed = vi.spyOn(AudioContext.prototype, 'close');
  const delivered = vi.spyOn(MediaRecorder.prototype, 'requestData');
  const microphone = await openMicrophone({ ...handlers, onEnded });
  expect(stream.active).toBe(true);
  microphone.pause();
  expect(delivered).toHaveBeenCalledOnce();
  microphone.stop();
  await expect.poll(() => onEnded.mock.calls).toHaveLength(1);
  expect(stream.active).toBe(false);
  expect(closed).toHaveBeenCalledOnce();
});

test.each([
  ['NotAllowedError', 'denied'],
  ['SecurityError', 'denied'],
  ['NotFoundError', 'no-microphone'],
  ['NotReadableError', 'no-microphone'],
  ['AbortError', 'recorder-failed'],
])('a browser that gives no microphone (%s) says why: %s', async (name, reason) => {
  vi.spyOn(navigator.mediaDevices, 'getUserMedia').mockRejectedValue(new DOMException('', name));
  await expect(openMicrophone(handlers)).rejects.toMatchObject({ reason });
});

test('a page of an insecure origin, and a browser without a known format, cannot record', async () => {
  Object.defineProperty(navigator, 'mediaDevices', { value: undefined, configurable: true });
  await expect(openMicrophone(handlers)).rejects.toMatchObject({ reason: 'unsupported' });
  // The one of the prototype is back.
  Reflect.deleteProperty(navigator, 'mediaDevices');
  vi.spyOn(MediaRecorder, 'isTypeSupported').mockReturnValue(false);
  await expect(openMicrophone(handlers)).rejects.toMatchObject({ reason: 'unsupported' });
});

test('a microphone that is unplugged, or a recorder that fails, interrupts the recording', async () => {
  const stream = provideStream();
  const onInterrupted = vi.fn<() => void>();
  const started = vi.spyOn(MediaRecorder.prototype, 'start');
  const microphone = await openMicrophone({ ...handlers, onInterrupted });
  for (const track of stream.getTracks()) track.dispatchEvent(new Event('ended'));
  expect(onInterrupted).toHaveBeenCalledOnce();
  const [recorder] = started.mock.contexts;
  if (recorder instanceof MediaRecorder) recorder.dispatchEvent(new Event('error'));
  expect(onInterrupted).toHaveBeenCalledTimes(2);
  microphone.stop();
});
