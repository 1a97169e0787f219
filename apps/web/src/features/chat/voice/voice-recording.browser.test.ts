import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { StoredFacts } from './recording-database.ts';
import { createRecordingStore, type RecordingStore } from './recording-store.ts';
import {
  VoiceRecording,
  MicrophoneError,
  type MicrophoneHandlers,
  type RecordingPorts,
  type VoiceFile,
} from './voice-recording.ts';

const of = { userId: 'user', channelId: 'channel', replyTo: null };
const chunk = (text: string): Blob => new Blob([text], { type: 'audio/webm' });

const doNothing = (): void => {};

/** A fake microphone and clock, both controlled by the test. */
const createWorld = (keep: RecordingStore) => {
  let handlers: MicrophoneHandlers | null = null;
  let now = 10_000;
  let measure = doNothing;
  const sent: { facts: StoredFacts; voice: VoiceFile }[] = [];
  const microphone = {
    mediaType: 'audio/webm;codecs=opus',
    level: () => 50,
    pause: vi.fn<() => void>(),
    resume: vi.fn<() => void>(),
    stop: vi.fn<() => void>(() => {
      handlers?.onChunk(chunk('end'));
      handlers?.onEnded();
    }),
  };
  const ports: RecordingPorts = {
    openMicrophone: (given) => {
      handlers = given;
      return Promise.resolve(microphone);
    },
    keep,
    send: (facts, voice) => {
      sent.push({ facts, voice });
      return Promise.resolve();
    },
    now: () => now,
    every: (_ms, run) => {
      measure = run;
      return () => {
        measure = doNothing;
      };
    },
    log: (message) => {
      throw new Error(message);
    },
  };
  return {
    ports,
    microphone,
    sent,
    pass: (ms: number) => {
      now += ms;
      measure();
    },
    onText: (text: string) => handlers?.onChunk(chunk(text)),
    unplug: () => handlers?.onInterrupted(),
    isMeasuring: () => measure !== doNothing,
  };
};

let name = '';
let keep = createRecordingStore();
let world = createWorld(keep);
beforeEach(() => {
  name = `recordings-${crypto.randomUUID()}`;
  keep = createRecordingStore(name);
  world = createWorld(keep);
});

const begin = async (ports = world.ports) => {
  const recording = new VoiceRecording(of, ports);
  recording.begin();
  await expect.poll(() => recording.state.get().status).not.toBe('asking');
  return recording;
};

describe('a voice message', () => {
  test('is sent whole, with its duration and waveform, and then removed from storage', async () => {
    const recording = await begin();
    world.pass(1_000);
    world.onText('one ');
    recording.dispatch('pause');
    expect(world.microphone.pause).toHaveBeenCalledOnce();
    expect(world.isMeasuring()).toBe(false);
    world.pass(60_000);
    recording.dispatch('resume');
    expect(world.microphone.resume).toHaveBeenCalledOnce();
    world.pass(500);
    world.onText('two ');
    recording.dispatch('send');
    await expect.poll(() => recording.state.get().status).toBe('sent');
    const [message] = world.sent;
    expect(await message?.voice.file.text()).toBe('one two end');
    expect(message?.voice.file.type).toBe('audio/webm');
    expect(message?.voice.voice).toEqual({ durationMs: 1_500, peaks: [50, 50] });
    await recording.leave();
    expect(await keep.claim('user', 'channel')).toEqual([]);
  });

  test('is discarded when it is cancelled', async () => {
    const recording = await begin();
    world.onText('one');
    recording.cancel();
    world.onText('late');
    await recording.leave();
    expect(world.microphone.stop).toHaveBeenCalledOnce();
    expect(await keep.claim('user', 'channel')).toEqual([]);
    expect(world.sent).toEqual([]);
  });

  test('is stored when its page is left, for its user and its channel', async () => {
    const recording = await begin();
    world.pass(2_000);
    world.onText('one ');
    await recording.leave();
    expect(await keep.claim('other', 'channel')).toEqual([]);
    expect(await keep.claim('user', 'elsewhere')).toEqual([]);
    const [stored] = await keep.claim('user', 'channel');
    expect(await stored?.sound.text()).toBe('one end');
    expect(stored).toMatchObject({ id: recording.id, durationMs: 2_000, levels: [50] });
  });

  test('is stored second by second, and offered by no other page while its own is open', async () => {
    const recording = await begin();
    world.pass(1_000);
    world.onText('one ');
    await expect.poll(() => keep.claim('user', 'channel')).toHaveLength(1);
    expect(await createRecordingStore(name).claim('user', 'channel')).toEqual([]);
    recording.cancel();
    await recording.leave();
  });

  test('that its page removes while another claims it is not offered', async () => {
    const recording = await begin();
    world.onText('one ');
    await expect.poll(() => keep.claim('user', 'channel')).toHaveLength(1);
    const request = navigator.locks.request.bind(navigator.locks);
    vi.spyOn(navigator.locks, 'request').mockImplementationOnce(
      async (lock: string, options: LockOptions, use: LockGrantedCallback<unknown>) => {
        recording.cancel();
        await recording.leave();
        return request(lock, options, use);
      },
    );
    expect(await createRecordingStore(name).claim('user', 'channel')).toEqual([]);
  });

  test('that cannot be sent waits, and can be sent again', async () => {
    const failing = vi
      .fn<RecordingPorts['send']>(world.ports.send)
      .mockRejectedValueOnce(new Error('No room'));
    const log = vi.fn<RecordingPorts['log']>();
    const recording = await begin({ ...world.ports, send: failing, log });
    world.onText('one ');
    recording.dispatch('send');
    await expect.poll(() => recording.state.get().status).toBe('recorded');
    expect(log).toHaveBeenCalledOnce();
    recording.dispatch('send');
    await expect.poll(() => recording.state.get().status).toBe('sent');
    expect(world.sent).toHaveLength(1);
  });

  test('ends with its data when the microphone is unplugged', async () => {
    const recording = await begin();
    world.pass(3_000);
    world.onText('one ');
    world.unplug();
    expect(recording.state.get()).toMatchObject({ status: 'recorded', durationMs: 3_000 });
    recording.cancel();
    await recording.leave();
  });

  test('continues in memory if storage fails', async () => {
    const log = vi.fn<RecordingPorts['log']>();
    const full = { ...keep, append: () => Promise.reject(new Error('Full')) };
    const recording = await begin({ ...world.ports, keep: full, log });
    world.onText('one ');
    recording.dispatch('send');
    await expect.poll(() => recording.state.get().status).toBe('sent');
    expect(await world.sent[0]?.voice.file.text()).toBe('one end');
    // As short as one can be.
    expect(world.sent[0]?.voice.voice.durationMs).toBe(1);
    expect(log).toHaveBeenCalled();
  });

  test.each(['cancel', 'leave'] as const)(
    'that ends (%s) while the browser asks for permission releases the microphone',
    async (end) => {
      const asked = Promise.withResolvers<typeof world.microphone>();
      const openMicrophone = () => asked.promise;
      const recording = new VoiceRecording(of, { ...world.ports, openMicrophone });
      recording.begin();
      await recording[end]();
      asked.resolve(world.microphone);
      await expect.poll(() => world.microphone.stop.mock.calls).toHaveLength(1);
      expect(recording.state.get().status).toBe('cancelled');
    },
  );

  test('says why there is no microphone', async () => {
    const recording = await begin({
      ...world.ports,
      openMicrophone: () => Promise.reject(new MicrophoneError('denied')),
    });
    expect(recording.state.get()).toEqual({ status: 'failed', error: 'denied' });
  });
});
