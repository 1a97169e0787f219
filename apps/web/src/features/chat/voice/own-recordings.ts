import { note } from '#core/log.ts';
import { currentUserId } from '#core/session/browser/use-session.ts';
import { uploads } from '#core/uploads/browser/uploads.ts';
import { createStore } from '#shared/store.ts';
import { sendFiles } from '../composer/send-files.ts';
import { openMicrophone } from './microphone.ts';
import type { StoredFacts } from './recording-database.ts';
import { createRecordingStore, type StoredRecording } from './recording-store.ts';
import { VoiceRecording, voiceFile, type VoiceFile } from './voice-recording.ts';

const keep = createRecordingStore();

/** The recording in progress in this page. */
export const presentRecording = createStore<VoiceRecording | null>(null);

/**
 * Ids of the recordings that this page makes, sends or has sent. They may still be stored, but are
 * not offered: sent twice, a recording would be two messages.
 */
const withheld = createStore<ReadonlySet<string>>(new Set());
const withhold = (id: string): void => withheld.set(new Set([...withheld.get(), id]));
const offer = (id: string): void =>
  withheld.set(new Set([...withheld.get()].filter((other) => other !== id)));

const send = async (
  { userId, channelId, replyTo }: StoredFacts,
  file: VoiceFile,
): Promise<void> => {
  if (currentUserId() !== userId) throw new Error('Another user is signed in');
  await sendFiles({ channelId, text: '', replyTo, files: [file] });
};

/**
 * Starts a voice message of the signed-in user. Returns a function that ends the work on it, after
 * which an unsent recording is offered again.
 */
export const beginRecording = (channelId: string, replyTo: string | null): (() => void) => {
  const userId = currentUserId();
  if (userId === null) return () => {};
  const recording = new VoiceRecording(
    { userId, channelId, replyTo },
    {
      openMicrophone,
      keep,
      send,
      now: () => Date.now(),
      every: (ms, run) => {
        const timer = setInterval(run, ms);
        return () => clearInterval(timer);
      },
      log: note,
    },
  );
  withhold(recording.id);
  presentRecording.set(recording);
  recording.begin();
  // If this fails, sending tries again, and tells the user.
  uploads.engine().catch(() => undefined);
  return () => void leave(recording);
};

const leave = async (recording: VoiceRecording): Promise<void> => {
  if (presentRecording.get() === recording) presentRecording.set(null);
  await recording.leave();
  if (recording.state.get().status === 'recorded') offer(recording.id);
};

/** Calls the listener when the unsent recordings may have changed. */
export const onRecordingsChange = withheld.subscribe;

/** The unsent recordings of a channel, on this device. */
export const unsentRecordings = async (channelId: string): Promise<readonly StoredRecording[]> => {
  const userId = currentUserId();
  if (userId === null) return [];
  const stored = await keep.claim(userId, channelId);
  return stored.filter(({ id }) => !withheld.get().has(id));
};

/** Throws if the upload cannot start; the recording then stays stored. */
export const sendStored = async (stored: StoredRecording): Promise<void> => {
  withhold(stored.id);
  try {
    await send(stored, voiceFile(stored));
  } catch (cause) {
    offer(stored.id);
    throw cause;
  }
  await keep
    .remove(stored.id)
    .catch((cause: unknown) => note('A sent recording could not be removed', cause));
};

export const discardStored = ({ id }: StoredRecording): Promise<void> => keep.remove(id);
