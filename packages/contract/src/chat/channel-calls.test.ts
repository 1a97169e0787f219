import { expect, test } from 'vitest';
import { parseResponse } from '../common/parse-untrusted.ts';
import { addMember } from './channel-calls.ts';

const channel = {
  id: '0198c5a4-0000-7000-8000-000000000001',
  name: 'Оферти',
  kind: 'private',
  topic: '',
  isDefault: false,
  archivedAt: null,
  createdAt: '2026-11-22T00:00:00.000Z',
  slowModeSeconds: 0,
  memberCount: 2,
  people: [],
  lastSeq: 0,
  version: 0,
  membership: null,
};

// During a rolling upgrade a page of today also gets responses of nodes from the release before.
test('a node that knows no invitations is understood: it adds the user at once', () => {
  const response = { success: true, channel };
  expect(parseResponse(addMember.response, response)).toMatchObject({ outcome: 'member' });
  const invited = { ...response, outcome: 'invited' };
  expect(parseResponse(addMember.response, invited)).toMatchObject({ outcome: 'invited' });
});
