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
    const failure = new DOMException('None is left', 'NotSupportedError');
    vi.spyOn(globalThis, name).mockImplementation(function fail() {
      throw failure;
    });
    vi.spyOn(MediaRecorder, 'isTypeSupported').mockReturnValue(true);
    await expect(openMicrophone(handlers)).rejects.toEqual(
      new MicrophoneError('recorder-failed', failure),
    );
    expect(stream.getTracks().map(({ readyState }) => readyState)).toEqual(['ended']);
  },
);

test('the microphone is released with the last chunk', async () => {
  const stream = provideStream();
  const onEnded = vi.fn<() => void>();
  const microphone = await openMicrophone({ ...handlers, onEnded });
  expect(stream.active).toBe(true);
  microphone.stop();
  await expect.poll(() => onEnded.mock.calls).toHaveLength(1);
  expect(stream.active).toBe(false);
});
