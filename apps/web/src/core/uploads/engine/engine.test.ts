import { MAX_UPLOAD_ID_LENGTH } from '@izgodno/contract/uploads/limits';
import { describe, expect, test } from 'vitest';
import { UploadEngine } from './engine.ts';
import { createEngineStore } from './engine-state.ts';
import { errorTypeOf, percentOf, phaseOf, statsOf, totalsOf } from './progress.ts';
import { createFakePorts } from './testing/fake-ports.ts';
import {
  batch,
  CONCLUSION_MS,
  fileOf,
  phases,
  PREPARATION_MS,
  started,
  statuses,
} from './testing/started-engine.ts';

const form = (world: { engine: UploadEngine }): string => world.engine.state.get().drawer.form;

describe('one upload', () => {
  test('passes every phase at its time, with its percentage', async () => {
    const world = await started();
    world.engine.add(batch(['a.txt']));
    const seen: [string, number][] = [];
    const look = (): void => {
      const [upload] = world.engine.state.get().uploads;
      if (upload !== undefined) seen.push([phaseOf(upload), percentOf(upload)]);
    };
    look();
    for (const ms of [800, 600, 700, 900, 500]) {
      await world.clock.pass(ms - 1);
      const [upload] = world.engine.state.get().uploads;
      expect(upload && phaseOf(upload)).toBe(seen.at(-1)?.[0]);
      await world.clock.pass(1);
      look();
    }
    const sending = world.sendingOf('upload_m_0');
    sending.reports.onProgress(100);
    look();
    sending.reports.onProgress(200);
    look();
    sending.respond();
    await world.clock.settle();
    look();
    for (const ms of [600, 800, 500, 400]) {
      await world.clock.pass(ms);
      look();
    }
    expect(seen).toEqual([
      ['validating', 5],
      ['analyzing', 10],
      ['initializing', 15],
      ['session_creating', 20],
      ['preparing_chunks', 25],
      ['uploading', 30],
      ['uploading', 54],
      ['chunk_verifying', 80],
      ['completing', 85],
      ['finalizing', 90],
      ['url_generating', 95],
      ['url_updating', 98],
      ['completed', 100],
    ]);
  });

  test('skips the minimum duration of phases if the server says so', async () => {
    const world = await started({ config: { pacing: 'instant' } });
    world.engine.add(batch(['a.txt']));
    await world.clock.pass(0);
    world.sendingOf('upload_m_0').respond();
    await world.clock.pass(0);
    expect(statuses(world)).toEqual(['completed']);
  });

  test.for([
    ['stitching', 85],
    ['combining', 87],
  ] as const)('shows that the server is %s at %i percent', async ([phase, percent]) => {
    const world = await started();
    world.engine.add(batch(['a']));
    await world.clock.pass(PREPARATION_MS);
    world.sendingOf('upload_m_0').reports.onServerWorking(phase);
    const [upload] = world.engine.state.get().uploads;
    expect(upload && [phaseOf(upload), percentOf(upload)]).toEqual([phase, percent]);
  });

  test('is remembered for 30 s after completion and for 5 s after a cancel', async () => {
    const world = await started();
    // The third upload keeps running, so the drawer does not close and clears nothing.
    world.engine.add(batch(['a', 'b', 'c']));
    await world.clock.pass(PREPARATION_MS);
    world.sendingOf('upload_m_0').respond();
    world.engine.cancel('upload_m_1');
    const remembered = (): boolean[] =>
      ['upload_m_0', 'upload_m_1'].map((id) => world.engine.fileOf(id) !== null);
    await world.clock.pass(4_999);
    expect(remembered()).toEqual([true, true]);
    await world.clock.pass(1);
    expect(remembered()).toEqual([true, false]);
    // Completed 2.3 s after the response: 30 s from then, less the 5 s that have passed.
    await world.clock.pass(CONCLUSION_MS + 30_000 - 5_000 - 1);
    expect(remembered()).toEqual([true, false]);
    await world.clock.pass(1);
    expect(remembered()).toEqual([false, false]);
  });

  test('has the specification’s error type after a failure', async () => {
    const world = await started();
    world.engine.add(batch(['a', 'b', 'c']));
    await world.clock.pass(PREPARATION_MS);
    world.sendingOf('upload_m_0').fail({ kind: 'server-rejected', size: 2_000, limit: 1_000 });
    world.sendingOf('upload_m_1').fail({ kind: 'unreachable' });
    world.engine.cancel('upload_m_2');
    await world.clock.settle();
    expect(world.engine.state.get().uploads.map(errorTypeOf)).toEqual([
      'file_too_large',
      'upload_error',
      'upload_cancelled',
    ]);
    expect(world.logged).toEqual(['An upload broke off']);
  });

  test('has an id made of its message and index', async () => {
    const world = await started();
    const [upload] = world.engine.add(batch(['Моята снимка (1).txt'])) ?? [];
    expect(upload?.facts).toMatchObject({
      id: 'upload_m_0',
      placeholderId: 'm_0_Моятаснимка1txt_200',
    });
    // A character may be cut in two where a long name is shortened.
    for (const name of ['𝒜'.repeat(150), `a${'𝒜'.repeat(150)}`]) {
      const [long] = world.engine.add({ ...batch([name]), messageId: `m${name.length}` }) ?? [];
      expect(long?.facts.placeholderId.isWellFormed()).toBe(true);
      expect(long?.facts.placeholderId.length).toBeLessThanOrEqual(MAX_UPLOAD_ID_LENGTH);
    }
  });

  test('can be cancelled only while it uploads', async () => {
    const world = await started();
    world.engine.add(batch(['a', 'b', 'c', 'd']));
    world.engine.cancel('upload_m_3');
    expect(statuses(world)).toEqual(['uploading', 'uploading', 'uploading', 'queued']);
    await world.clock.pass(PREPARATION_MS);
    world.engine.cancel('upload_m_0');
    await world.clock.settle();
    expect(world.sendingOf('upload_m_0').signal.aborted).toBe(true);
    expect(world.abandoned).toEqual(['upload_m_0']);
    expect(statuses(world)).toEqual(['cancelled', 'uploading', 'uploading', 'uploading']);
    world.engine.cancel('upload_m_0');
    expect(world.abandoned).toHaveLength(1);
  });

  test('cancelled after the file was stored, has it removed again', async () => {
    const world = await started();
    world.engine.add(batch(['a']));
    await world.clock.pass(PREPARATION_MS);
    world.sendingOf('upload_m_0').respond();
    await world.clock.settle();
    world.engine.cancel('upload_m_0');
    expect(world.discarded).toEqual(['file-of-upload_m_0']);
    await world.clock.pass(CONCLUSION_MS);
    expect(statuses(world)).toEqual(['cancelled']);
    expect(world.updates).toEqual([]);
  });

  test('that failed says why, and can be retried', async () => {
    const world = await started();
    world.engine.add(batch(['a']));
    await world.clock.pass(PREPARATION_MS);
    world
      .sendingOf('upload_m_0')
      .fail({ kind: 'refused', text: 'StorJ upload failed', code: null });
    await world.clock.settle();
    expect(world.engine.state.get().uploads[0]).toMatchObject({
      status: 'error',
      error: { kind: 'refused', text: 'StorJ upload failed', code: null },
    });
    world.engine.retry('upload_m_0');
    expect(phases(world)).toEqual(['validating']);
    await world.clock.pass(PREPARATION_MS);
    world.sendingOf('upload_m_0').respond();
    await world.clock.pass(CONCLUSION_MS);
    expect(statuses(world)).toEqual(['completed']);
  });

  test('shows that the network is offline, and that it is back', async () => {
    const world = await started();
    world.engine.add(batch(['a']));
    await world.clock.pass(PREPARATION_MS);
    world.setNetwork(false);
    expect(world.engine.state.get().uploads[0]).toMatchObject({ waitsFor: 'network' });
    world.setNetwork(true);
    expect(world.engine.state.get().uploads[0]).toMatchObject({ waitsFor: null });
  });
});

describe('a batch', () => {
  test('runs at most three at once', async () => {
    const world = await started();
    world.engine.add(batch(['a', 'b', 'c', 'd', 'e']));
    world.engine.add(batch(['f'], 'other'));
    await world.clock.pass(PREPARATION_MS);
    expect(world.sendings).toHaveLength(4);
    world.sendingOf('upload_m_1').respond();
    await world.clock.pass(CONCLUSION_MS + PREPARATION_MS);
    expect(world.sendings.map(({ payload }) => payload.facts.id)).toEqual([
      'upload_m_0',
      'upload_m_1',
      'upload_m_2',
      'upload_other_0',
      'upload_m_3',
    ]);
  });

  test('is counted and summed up', async () => {
    const world = await started();
    world.engine.add(batch(['a', 'b', 'c', 'd']));
    await world.clock.pass(PREPARATION_MS);
    world.sendingOf('upload_m_0').respond();
    await world.clock.pass(CONCLUSION_MS);
    world.sendingOf('upload_m_1').fail({ kind: 'unreachable' });
    await world.clock.settle();
    world.engine.cancel('upload_m_2');
    const { uploads } = world.engine.state.get();
    expect(statsOf(uploads)).toEqual({
      total: 4,
      uploading: 1,
      completed: 1,
      failed: 1,
      cancelled: 1,
    });
    // The cancelled one no longer counts: 200 of 600 bytes, and 100, 0 and 5 percent.
    expect(totalsOf(uploads)).toMatchObject({ sent: 200, expected: 600, average: 35 });
  });

  test('accepts files up to the server’s limit, to the byte', async () => {
    const world = await started();
    const files = [fileOf('a', 1_000), fileOf('b', 1)];
    expect(world.engine.add({ ...batch([]), files })).toHaveLength(2);
    expect(() => world.engine.add({ ...batch([], 'other'), files: [fileOf('c', 1_001)] })).toThrow(
      'File 1 (c): File exceeds server limit: 1001 B > 1000 B',
    );
  });

  test('continues the numbering of the one before it', async () => {
    const world = await started();
    world.engine.add(batch(['a', 'b']));
    const more = world.engine.add(batch(['c']));
    expect(more?.map(({ facts }) => facts.id)).toEqual(['upload_m_2']);
  });

  test('without a user or channel is skipped', async () => {
    const world = await started();
    expect(world.engine.add({ ...batch(['a']), userId: '' })).toBeNull();
    expect(world.engine.add({ ...batch(['a']), channelId: '' })).toBeNull();
    expect(world.engine.state.get().uploads).toEqual([]);
  });

  test('with invalid files is rejected as a whole, with every error', async () => {
    const world = await started({ config: { maxFiles: 4 } });
    const files = [
      fileOf('fine.txt'),
      fileOf('empty.txt', 0),
      fileOf('big.txt', 2_048),
      { name: 'page.html', file: new Blob(['x'], { type: 'text/html' }) },
      fileOf('one-too-many.txt'),
    ];
    expect(() => world.engine.add({ ...batch([]), files })).toThrow(
      [
        'Server configuration validation failed',
        'File 2 (empty.txt): File is empty',
        'File 3 (big.txt): File exceeds server limit: 2 KB > 1000 B',
        'File 4 (page.html): File type not supported: text/html',
        'File 5 (one-too-many.txt): Too many files. Maximum: 4',
      ].join('\n'),
    );
    expect(world.engine.state.get().uploads).toEqual([]);
  });

  test('cancelled as a whole, includes waiting and paused uploads', async () => {
    const world = await started({ config: { uploadMethod: 'resumable' } });
    world.engine.add(batch(['a', 'b', 'c', 'd']));
    await world.clock.pass(PREPARATION_MS);
    world.engine.pause('upload_m_0');
    world.engine.cancelAll();
    await world.clock.pass(PREPARATION_MS);
    expect(new Set(statuses(world))).toEqual(new Set(['cancelled']));
    expect(world.stored.size).toBe(0);
  });

  test('a withdrawn upload is not sent, even if it waits or is paused', async () => {
    const world = await started({ config: { uploadMethod: 'resumable' } });
    world.engine.add(batch(['a', 'b', 'c', 'd']));
    await world.clock.pass(PREPARATION_MS);
    world.engine.pause('upload_m_0');
    for (const id of ['upload_m_0', 'upload_m_3']) world.engine.withdraw(id);
    await world.clock.pass(PREPARATION_MS);
    const [first, , , last] = statuses(world);
    expect([first, last]).toEqual(['cancelled', 'cancelled']);
    expect(world.sendings.map(({ payload }) => payload.facts.id)).not.toContain('upload_m_3');
  });
});

describe('the server’s configuration', () => {
  test.for([
    ['maxFileSize', { maxFileSize: undefined }],
    ['maxFiles', { maxFiles: undefined }],
    ['chunkSize', { chunkSize: undefined }],
    ['requestTimeout', { requestTimeout: undefined }],
  ] as const)('without %s, nothing can be uploaded', async ([, config]) => {
    const world = await started({ config });
    expect(() => world.engine.add(batch(['a']))).toThrow(
      'Incomplete server configuration - missing required file specs',
    );
  });

  test('while it cannot be read or is not read yet, nothing can be uploaded', async () => {
    const world = await started({ config: 'unreadable' });
    expect(() => world.engine.add(batch(['a']))).toThrow(
      'Server configuration not loaded - validation impossible',
    );
    const { ports } = createFakePorts();
    expect(() => new UploadEngine(ports, createEngineStore()).add(batch(['a']))).toThrow(
      'Upload service not initialized - SERVER CONFIG required',
    );
  });
});

describe('the drawer', () => {
  test('opens automatically, closes 3 s after the end, and clears 1 s later', async () => {
    const world = await started();
    world.engine.add(batch(['a', 'b']));
    expect(form(world)).toBe('expanded');
    await world.clock.pass(PREPARATION_MS);
    world.engine.cancel('upload_m_1');
    world.sendingOf('upload_m_0').respond();
    await world.clock.pass(CONCLUSION_MS);
    expect(world.engine.state.get().drawer.closing).toBe(true);
    await world.clock.pass(2_999);
    expect(form(world)).toBe('expanded');
    await world.clock.pass(1);
    expect(form(world)).toBe('closed');
    // The cancelled one has left after 5 s.
    expect(statuses(world)).toEqual(['completed']);
    await world.clock.pass(1_000);
    expect(statuses(world)).toEqual([]);
  });

  test('stays if nothing was completed', async () => {
    const world = await started();
    world.engine.add(batch(['a']));
    world.engine.cancel('upload_m_0');
    await world.clock.pass(60_000);
    expect(form(world)).toBe('expanded');
  });

  test('closed by the user, clears half a second later; new uploads open it again', async () => {
    const world = await started();
    world.engine.add(batch(['a', 'b']));
    await world.clock.pass(PREPARATION_MS);
    world.sendingOf('upload_m_0').respond();
    await world.clock.pass(CONCLUSION_MS);
    world.engine.close();
    await world.clock.pass(499);
    expect(statuses(world)).toEqual(['completed', 'uploading']);
    await world.clock.pass(1);
    expect(statuses(world)).toEqual(['uploading']);
    world.engine.add(batch(['c']));
    expect(form(world)).toBe('expanded');
  });

  test('opened after all was done, closes 3 s later as well', async () => {
    const world = await started();
    world.engine.add(batch(['a']));
    world.engine.close();
    await world.clock.pass(PREPARATION_MS);
    world.sendingOf('upload_m_0').respond();
    await world.clock.pass(CONCLUSION_MS + 10_000);
    expect(statuses(world)).toEqual(['completed']);
    world.engine.open();
    expect(world.engine.state.get().drawer).toEqual({ form: 'expanded', closing: true });
    await world.clock.pass(2_999);
    expect(form(world)).toBe('expanded');
    await world.clock.pass(1);
    expect(form(world)).toBe('closed');
    await world.clock.pass(1_000);
    expect(statuses(world)).toEqual([]);
  });

  test.for(['minimise', 'close'] as const)(
    'opens for new uploads after the user chose to %s it',
    async (way) => {
      const world = await started();
      world.engine.add(batch(['a']));
      world.engine[way]();
      expect(form(world)).not.toBe('expanded');
      world.engine.add(batch(['b']));
      expect(form(world)).toBe('expanded');
    },
  );

  test('stays open for new uploads', async () => {
    const world = await started();
    world.engine.add(batch(['a']));
    await world.clock.pass(PREPARATION_MS);
    world.sendingOf('upload_m_0').respond();
    await world.clock.pass(CONCLUSION_MS + 2_000);
    world.engine.add(batch(['b']));
    await world.clock.pass(10_000);
    expect(form(world)).toBe('expanded');
    expect(statuses(world)).toEqual(['completed', 'uploading']);
  });
});
