import { levelOf } from '@izgodno/contract/uploads/waveform';
import { recordingType } from './recording-format.ts';
import { MicrophoneError, type Microphone, type MicrophoneHandlers } from './voice-recording.ts';

/** Interval at which the recorder delivers data, in milliseconds: the most that a crash loses. */
const CHUNK_INTERVAL_MS = 1_000;
/** Bits per second: clear for speech in Opus; ten minutes take some 2.4 MB. */
const BITS_A_SECOND = 32_000;
/** Samples per volume measurement: some 40 ms. */
const MEASURED_SAMPLES = 2_048;

const openStream = async (): Promise<MediaStream> => {
  // Undefined on insecure origins.
  const devices: MediaDevices | undefined = navigator.mediaDevices;
  if (devices === undefined) throw new MicrophoneError('unsupported');
  try {
    return await devices.getUserMedia({
      audio: { echoCancellation: true, noiseSuppression: true, autoGainControl: true },
    });
  } catch (cause) {
    const name = cause instanceof DOMException ? cause.name : '';
    if (name === 'NotAllowedError' || name === 'SecurityError') {
      throw new MicrophoneError('denied', cause);
    }
    throw new MicrophoneError(
      name === 'NotFoundError' || name === 'NotReadableError' ? 'no-microphone' : 'recorder-failed',
      cause,
    );
  }
};

const release = (stream: MediaStream): void => {
  for (const track of stream.getTracks()) track.stop();
};

/** Records from a stream and measures it. Throws if the browser cannot. */
const record = (
  stream: MediaStream,
  context: AudioContext,
  mediaType: string,
  handlers: MicrophoneHandlers,
): Microphone => {
  const recorder = new MediaRecorder(stream, {
    mimeType: mediaType,
    audioBitsPerSecond: BITS_A_SECOND,
  });
  const analyser = new AnalyserNode(context, { fftSize: MEASURED_SAMPLES });
  context.createMediaStreamSource(stream).connect(analyser);
  const samples = new Float32Array(MEASURED_SAMPLES);

  recorder.addEventListener('dataavailable', ({ data }) => handlers.onChunk(data));
  recorder.addEventListener('error', handlers.onInterrupted);
  recorder.addEventListener('stop', () => {
    release(stream);
    void context.close();
    handlers.onEnded();
  });
  for (const track of stream.getTracks()) {
    track.addEventListener('ended', handlers.onInterrupted);
  }
  recorder.start(CHUNK_INTERVAL_MS);

  return {
    mediaType,
    level: () => {
      analyser.getFloatTimeDomainData(samples);
      return levelOf(samples);
    },
    pause: () => {
      // Delivered at once, because the pause may be long.
      recorder.requestData();
      recorder.pause();
    },
    resume: () => recorder.resume(),
    stop: () => {
      if (recorder.state !== 'inactive') recorder.stop();
    },
  };
};

/** Opens the user's microphone and records from it. Throws `MicrophoneError`. */
export const openMicrophone = async (handlers: MicrophoneHandlers): Promise<Microphone> => {
  const mediaType =
    typeof MediaRecorder === 'undefined'
      ? null
      : recordingType((type) => MediaRecorder.isTypeSupported(type));
  if (mediaType === null) throw new MicrophoneError('unsupported');
  const stream = await openStream();
  let context: AudioContext | null = null;
  try {
    context = new AudioContext();
    return record(stream, context, mediaType, handlers);
  } catch (cause) {
    release(stream);
    void context?.close();
    throw new MicrophoneError('recorder-failed', cause);
  }
};
