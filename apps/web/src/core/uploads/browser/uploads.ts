import { getUploadConfig } from '@izgodno/contract/uploads/calls';
import { useSyncExternalStore } from 'react';
import { note } from '#core/log.ts';
import { api } from '#core/api/api.ts';
import { followUser } from '#core/session/browser/use-session.ts';
import { ConfigReader } from '#core/uploads/engine/config.ts';
import { createEngineStore, type EngineState } from '#core/uploads/engine/engine-state.ts';
import type { UploadEngine } from '#core/uploads/engine/engine.ts';
import type { UploadClock } from '#core/uploads/engine/ports.ts';
import { after, inTime } from '#shared/browser-events.ts';
import type { Readable } from '#shared/store.ts';
import { hasStored, removeAllStored } from './upload-database.ts';

/** How long the first upload waits for the configuration, in milliseconds. */
const CONFIG_PATIENCE_MS = 15_000;
/** How long uploads wait for the browser's storage, in milliseconds. */
const STORAGE_PATIENCE_MS = 5_000;
/** Interval between attempts to load the engine for stored uploads, in milliseconds. */
const LOAD_AGAIN_MS = 5_000;

const clock: UploadClock = { now: () => Date.now(), after };
const store = createEngineStore();
const state: Readable<EngineState> = store;
const config = new ConfigReader(
  {
    clock,
    readConfig: async () => (await api.call(getUploadConfig, {})).config,
    log: note,
  },
  (read) => store.change({ config: read }),
);

let owner: string | null = null;
/** The first attempt to read the configuration is over. */
let configured: Promise<void> = Promise.resolve();
/** Loaded with the first upload, because most pages have none. */
let loaded: UploadEngine | null = null;
/** The stored uploads of who signed out last are erased. */
let erased: Promise<void> = Promise.resolve();
/** The engine at work for the owner; null while there is nothing to do. */
let needed: Promise<UploadEngine | null> = Promise.resolve(null);

const begin = async (userId: string): Promise<UploadEngine> => {
  const { createPageEngine } = await import('./page-engine.ts');
  // On a slow line, files are chosen before their limits are known.
  await inTime(configured, CONFIG_PATIENCE_MS).catch(() => undefined);
  if (owner !== userId) throw new Error('The session of these uploads is over');
  loaded ??= createPageEngine(store, clock);
  await inTime(loaded.begin(userId), STORAGE_PATIENCE_MS).catch((cause: unknown) =>
    note('Uploads of an earlier page could not be read in time', cause),
  );
  return loaded;
};

/** Continues what earlier pages left, if they left anything. */
const takeUp = async (userId: string): Promise<UploadEngine | null> => {
  const isLeft = await inTime(hasStored(userId), STORAGE_PATIENCE_MS).catch((cause: unknown) => {
    note('Uploads of an earlier page could not be read', cause);
    return false;
  });
  if (!isLeft) return null;
  try {
    return await begin(userId);
  } catch (cause) {
    if (owner !== userId) return null;
    note('The uploads of an earlier page do not continue yet', cause);
    after(LOAD_AGAIN_MS, () => {
      if (owner === userId) needed = needed.then((engine) => engine ?? takeUp(userId));
    });
    return null;
  }
};

/** The uploads of this page. */
export const uploads = {
  state,

  /** Returns the file of an upload while the page has it. */
  fileOf: (id: string): Blob | null => loaded?.fileOf(id) ?? null,

  /** The most bytes of waiting files that the browser stores. */
  keepLimit: (): number => loaded?.keepLimit ?? 0,

  /**
   * Loads the engine for a new upload of the signed-in user. Throws if it cannot be loaded; the next
   * call tries again.
   */
  engine: (): Promise<UploadEngine> => {
    const userId = owner;
    const engine = needed.then(async (working) => {
      if (working !== null) return working;
      if (userId === null) throw new Error('Nobody is signed in');
      return begin(userId);
    });
    needed = engine.catch(() => null);
    return engine;
  },

  /** Acts on the uploads that there are, if any. */
  act: (run: (engine: UploadEngine) => void): void => {
    const runIfNeeded = async (): Promise<void> => {
      const engine = await needed;
      if (engine !== null) run(engine);
    };
    void runIfNeeded();
  },
};

followUser(
  (userId) => {
    owner = userId;
    configured = config.read();
    needed = erased.then(() => takeUp(userId));
  },
  // Signing out erases the stored uploads; an expired session keeps them for the next sign-in.
  (evict) => {
    const userId = owner;
    owner = null;
    needed = Promise.resolve(null);
    config.stop();
    loaded?.end({ evict });
    store.change({ config: { kind: 'loading' } });
    // Also what the engine has not taken over yet.
    if (evict && userId !== null)
      erased = inTime(removeAllStored(userId), STORAGE_PATIENCE_MS).catch((cause: unknown) =>
        note('Stored uploads could not be removed', cause),
      );
  },
);

export const useUploads = (): EngineState =>
  useSyncExternalStore(uploads.state.subscribe, uploads.state.get);
