import { note } from '#core/log.ts';
import { session } from '#core/session/browser/session.ts';
import { createStore } from '#shared/store.ts';
import { sendFiles } from '../../browser/send-files.ts';
import { openMicrophone } from './microphone.ts';
import { createRecordingKeep, type KeptFacts, type KeptRecording } from './recording-keep.ts';
import {
  createVoiceRecording,
  voiceFile,
  type VoiceFile,
  type VoiceRecording,
} from './voice-recording.ts';

const keep = createRecordingKeep();

/** The recording that is being made in this page. */
export const presentRecording = createStore<VoiceRecording | null>(null);

const ownId = (): string | null => {
  const { phase } = session.get();
  return phase.kind === 'signed-in' ? (phase.session.user?.id ?? null) : null;
};

const send = async ({ userId, channelId, replyTo }: KeptFacts, file: VoiceFile): Promise<void> => {
  if (ownId() !== userId) throw new Error('Somebody else is signed in');
  sendFiles({ channelId, text: '', replyTo, files: [file] });
};

/** Begins a voice message by whoever is signed in. Returns the end of the work on it: what is not sent is offered again from then on. */
export const beginRecording = (channelId: string, replyTo: string | null): (() => void) => {
  const userId = ownId();
  if (userId === null) return () => {};
  const recording = createVoiceRecording(
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
  presentRecording.set(recording);
  recording.begin();
  return () => void leave(recording);
};

const leave = async (recording: VoiceRecording): Promise<void> => {
  await recording.leave();
  if (presentRecording.get() === recording) presentRecording.set(null);
};

/** Tells that recordings may be offered that were not before, or the other way round. */
export const onRecordingsChange = presentRecording.subscribe;

/** What was recorded for a channel and not sent, on this device. */
export const unsentRecordings = async (channelId: string): Promise<readonly KeptRecording[]> => {
  const userId = ownId();
  if (userId === null) return [];
  const kept = await keep.claim(userId, channelId);
  return kept.filter(({ id }) => id !== presentRecording.get()?.id);
};

/** Throws where it cannot be handed over; it is kept then. */
export const sendKept = async (kept: KeptRecording): Promise<void> => {
  await send(kept, voiceFile(kept));
  await keep.remove(kept.id);
};

export const discardKept = ({ id }: KeptRecording): Promise<void> => keep.remove(id);
