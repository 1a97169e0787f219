/**
 * The phases of an upload and their percentages (specification, section 4). During transmission the
 * percentage runs from `uploading` to just below `chunk_verifying`: see `uploadPercent`.
 */
export const phasePercent = {
  queued: 0,
  validating: 5,
  analyzing: 10,
  initializing: 15,
  session_creating: 20,
  preparing_chunks: 25,
  uploading: 30,
  chunk_verifying: 80,
  completing: 85,
  /** The server joins the parts (resumable uploads). */
  stitching: 85,
  /** The server processes the whole file (resumable uploads). */
  combining: 87,
  finalizing: 90,
  url_generating: 95,
  url_updating: 98,
  completed: 100,
} as const;
export type Phase = keyof typeof phasePercent;

/** The twelve steps of the manager's checklist and their labels (specification, section 2). */
export const checklist = [
  ['validating', 'Val'],
  ['analyzing', 'Ana'],
  ['initializing', 'Init'],
  ['session_creating', 'Ses'],
  ['preparing_chunks', 'Prep'],
  ['uploading', 'Up'],
  ['chunk_verifying', 'Ver'],
  ['completing', 'Comp'],
  ['finalizing', 'Fin'],
  ['url_generating', 'Gen'],
  ['url_updating', 'Upd'],
  ['completed', 'Conf'],
] as const satisfies readonly (readonly [Phase, string])[];
export type ChecklistPhase = (typeof checklist)[number][0];

/** The five phases before the request and their durations, in milliseconds. */
export const preparation = [
  ['validating', 800],
  ['analyzing', 600],
  ['initializing', 700],
  ['session_creating', 900],
  ['preparing_chunks', 500],
] as const satisfies readonly (readonly [Phase, number])[];

/** The four phases after a successful response and their durations, in milliseconds. */
export const conclusion = [
  ['completing', 600],
  ['finalizing', 800],
  ['url_generating', 500],
  ['url_updating', 400],
] as const satisfies readonly (readonly [Phase, number])[];

export type PreparationPhase = (typeof preparation)[number][0];
export type ConclusionPhase = (typeof conclusion)[number][0];

/** The total percentage for a percentage of bytes: 30 + 0.49 × raw (specification, section 4). */
export const uploadPercent = (rawPercent: number): number =>
  phasePercent.uploading + 0.49 * rawPercent;
