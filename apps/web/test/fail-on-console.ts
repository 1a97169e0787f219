import { afterEach, beforeEach, vi } from 'vitest';

// React tells of misuse on the console only: a complaint that no test asked for fails the test.
beforeEach(() => {
  vi.spyOn(console, 'error');
  vi.spyOn(console, 'warn');
});

afterEach(() => {
  const complaints = [console.error, console.warn].flatMap((say) => vi.mocked(say).mock.calls);
  vi.restoreAllMocks();
  if (complaints.length > 0) throw new Error(`Said on the console: ${complaints.join('\n')}`);
});
