import { describe, expect, test } from 'vitest';
import { UPLOAD_REPORT_MS } from '@izgodno/contract/uploads/limits';
import type { createFakePorts } from './testing/fake-ports.ts';
import {
  batch,
  CONCLUSION_MS,
  fileOf,
  PREPARATION_MS,
  started,
  statuses,
} from './testing/started-engine.ts';

const finished = async (given: Parameters<typeof createFakePorts>[0] = {}) => {
  const world = await started(given);
  world.engine.add(batch(['a', 'b']));
  await world.clock.pass(PREPARATION_MS);
  world.sendingOf('upload_m_1').respond();
  await world.clock.pass(CONCLUSION_MS);
  expect(world.updates).toEqual([]);
  world.sendingOf('upload_m_0').respond();
  return world;
};

describe('the message', () => {
  const fileUrls = ['/api/files/upload_m_0', '/api/files/upload_m_1'];

  test('is updated once all its uploads are over and the server has assigned its id', async () => {
    const world = await finished();
    await world.clock.pass(CONCLUSION_MS + 1_000);
    expect(world.updates).toEqual([]);
    world.engine.messageStored('m', 'server-m');
    await world.clock.pass(100);
    expect(world.updates).toEqual([{ serverId: 'server-m', fileUrls }]);
    expect(world.announced).toEqual([]);
  });

  test('without an id after 5 s, is updated on the page only, and on the server once the id arrives', async () => {
    const world = await finished();
    await world.clock.pass(CONCLUSION_MS + 4_900);
    expect(world.announced).toEqual([]);
    await world.clock.pass(100);
    expect(world.announced).toEqual([{ messageId: 'm', fileUrls }]);
    await world.clock.pass(60_000);
    expect(world.updates).toEqual([]);
    world.engine.messageStored('m', 'server-m');
    await world.clock.settle();
    expect(world.updates).toEqual([{ serverId: 'server-m', fileUrls }]);
  });

  test.for(['close', 'clear'] as const)(
    'has all its files even if the user chose to %s the manager before the last one',
    async (leave) => {
      const world = await started();
      world.engine.messageStored('m', 'server-m');
      world.engine.add(batch(['a', 'b']));
      await world.clock.pass(PREPARATION_MS);
      world.sendingOf('upload_m_0').respond();
      await world.clock.pass(CONCLUSION_MS);
      world.engine[leave]();
      await world.clock.pass(1_000);
      expect(statuses(world)).toEqual(['uploading']);
      world.sendingOf('upload_m_1').respond();
      await world.clock.pass(CONCLUSION_MS);
      expect(world.updates).toEqual([{ serverId: 'server-m', fileUrls }]);
    },
  );

  test('shows a finished file at once, and how far the others are while they are sent', async () => {
    const world = await started();
    world.engine.add(batch(['a', 'b']));
    await world.clock.pass(PREPARATION_MS);
    world.sendingOf('upload_m_1').respond();
    world.sendingOf('upload_m_0').reports.onProgress(0);
    await world.clock.pass(CONCLUSION_MS + UPLOAD_REPORT_MS);
    // The server does not know the message yet.
    expect(world.reported).toEqual([]);
    world.engine.messageStored('m', 'server-m');
    await world.clock.pass(UPLOAD_REPORT_MS);
    const [b, a] = ['m_1_b_200', 'm_0_a_200'];
    expect(world.reported).toEqual([
      {
        serverId: 'server-m',
        reports: [
          { placeholderId: b, progress: 100, fileUrl: '/api/files/upload_m_1' },
          { placeholderId: a, progress: 30 },
        ],
      },
    ]);
    world.engine.close();
    await world.clock.pass(UPLOAD_REPORT_MS);
    expect(world.reported.slice(1).map(({ reports }) => reports)).toEqual([
      [{ placeholderId: a, progress: 30 }],
    ]);
    world.sendingOf('upload_m_0').respond();
    await world.clock.pass(CONCLUSION_MS);
    expect(world.updates).toEqual([{ serverId: 'server-m', fileUrls }]);
    const { length } = world.reported;
    await world.clock.pass(60_000);
    expect(world.reported).toHaveLength(length);
  });

  test('reports nothing new while its uploads are paused', async () => {
    const world = await started({ config: { uploadMethod: 'resumable' } });
    world.engine.messageStored('m', 'server-m');
    world.engine.add(batch(['a']));
    await world.clock.pass(PREPARATION_MS);
    world.engine.pause('upload_m_0');
    const { length } = world.reported;
    await world.clock.pass(60_000);
    expect(world.reported).toHaveLength(length);
    world.engine.resume('upload_m_0');
    await world.clock.pass(UPLOAD_REPORT_MS);
    expect(world.reported).toHaveLength(length + 1);
  });

  test('learns at once that a cancelled file does not come, while another is paused', async () => {
    const world = await started({ config: { uploadMethod: 'resumable' } });
    world.engine.messageStored('m', 'server-m');
    world.engine.add(batch(['a', 'b', 'c']));
    await world.clock.pass(PREPARATION_MS);
    for (const id of ['upload_m_1', 'upload_m_2']) world.engine.pause(id);
    const { length } = world.reported;
    world.engine.cancel('upload_m_0');
    await world.clock.pass(100);
    const cancelled = { placeholderId: 'm_0_a_200', failed: true };
    expect(world.reported.slice(length)).toMatchObject([
      { serverId: 'server-m', reports: [cancelled, { placeholderId: 'm_1_b_200' }, {}] },
    ]);
    // Once, and of one that fails as well.
    await world.clock.pass(60_000);
    expect(world.reported).toHaveLength(length + 1);
    world.engine.resume('upload_m_1');
    await world.clock.settle();
    world.sendingOf('upload_m_1').fail({ kind: 'unreachable' });
    await world.clock.pass(UPLOAD_REPORT_MS);
    expect(world.reported.at(-1)?.reports).toMatchObject([
      { placeholderId: 'm_1_b_200', failed: true },
      { placeholderId: 'm_2_c_200' },
    ]);
    // A retry is shown when it has succeeded.
    world.engine.retry('upload_m_1');
    await world.clock.pass(PREPARATION_MS);
    world.sendingOf('upload_m_1').respond();
    await world.clock.pass(CONCLUSION_MS + UPLOAD_REPORT_MS);
    expect(world.reported.at(-1)?.reports).toMatchObject([
      { placeholderId: 'm_1_b_200', fileUrl: '/api/files/upload_m_1' },
      { placeholderId: 'm_2_c_200' },
    ]);
  });

  test('shows a file that was chosen again in the place of the one that never came', async () => {
    const world = await started({ config: { uploadMethod: 'resumable' } });
    world.engine.messageStored('m', 'server-m');
    world.engine.add(batch(['a', 'b']));
    await world.clock.pass(PREPARATION_MS);
    world.engine.pause('upload_m_1');
    world.engine.cancel('upload_m_0');
    await world.clock.pass(UPLOAD_REPORT_MS);
    const chosen = { ...fileOf('other'), placeholderId: 'm_0_a_200' };
    world.engine.add({ ...batch([]), files: [chosen], firstIndex: 5 });
    await world.clock.pass(PREPARATION_MS);
    world.sendingOf('upload_m_5').respond();
    await world.clock.pass(CONCLUSION_MS + UPLOAD_REPORT_MS);
    expect(world.reported.at(-1)?.reports).toMatchObject([
      { placeholderId: 'm_0_a_200', fileUrl: '/api/files/upload_m_5' },
      { placeholderId: 'm_1_b_200' },
    ]);
  });

  test('learns of a cancelled file when the server can be reached again', async () => {
    let fails = true;
    const world = await started({
      config: { uploadMethod: 'resumable' },
      updateFails: () => fails,
    });
    world.engine.messageStored('m', 'server-m');
    world.engine.add(batch(['a', 'b']));
    await world.clock.pass(PREPARATION_MS);
    world.engine.pause('upload_m_1');
    world.engine.cancel('upload_m_0');
    // The cancelled one leaves the manager after 5 s.
    await world.clock.pass(60_000);
    expect(world.reported).toEqual([]);
    fails = false;
    await world.clock.pass(UPLOAD_REPORT_MS);
    expect(world.reported).toMatchObject([
      { reports: [{ placeholderId: 'm_0_a_200', failed: true }, {}] },
    ]);
  });

  test('learns that no file comes, and still gets a file whose retry succeeds', async () => {
    const world = await started();
    world.engine.messageStored('m', 'server-m');
    world.engine.add(batch(['a', 'b']));
    await world.clock.pass(PREPARATION_MS);
    world.engine.cancel('upload_m_1');
    expect(world.updates).toEqual([]);
    world.sendingOf('upload_m_0').fail({ kind: 'unreachable' });
    await world.clock.settle();
    expect(world.updates).toEqual([{ serverId: 'server-m', fileUrls: [] }]);
    world.engine.retry('upload_m_0');
    await world.clock.pass(PREPARATION_MS);
    world.sendingOf('upload_m_0').respond();
    await world.clock.pass(CONCLUSION_MS);
    expect(world.updates.slice(1)).toEqual([
      { serverId: 'server-m', fileUrls: ['/api/files/upload_m_0'] },
    ]);
  });

  test('whose update fails still shows its files, and gets them once the network is back', async () => {
    let fails = true;
    const world = await finished({ updateFails: () => fails });
    world.engine.messageStored('m', 'server-m');
    await world.clock.pass(CONCLUSION_MS);
    expect(world.announced).toEqual([{ messageId: 'm', fileUrls }]);
    expect(world.logged).toHaveLength(1);
    fails = false;
    world.setNetwork(true);
    await world.clock.settle();
    expect(world.updates).toEqual([{ serverId: 'server-m', fileUrls }]);
  });

  test('whose update fails gets its files while the page stays, without a change of the network', async () => {
    let fails = true;
    const world = await finished({ updateFails: () => fails });
    world.engine.messageStored('m', 'server-m');
    await world.clock.pass(CONCLUSION_MS);
    await world.clock.pass(2_000);
    expect(world.logged).toHaveLength(2);
    fails = false;
    await world.clock.pass(5_000);
    expect(world.updates).toEqual([{ serverId: 'server-m', fileUrls }]);
    await world.clock.pass(600_000);
    expect(world.updates).toHaveLength(1);
  });
});
