import { afterEach, beforeEach, vi } from 'vitest';

// React reports misuse on the console only, so an unexpected console message fails the test.
beforeEach(() => {
  vi.spyOn(console, 'error');
  vi.spyOn(console, 'warn');
});

afterEach(() => {
  const complaints = [console.error, console.warn].flatMap((say) => vi.mocked(say).mock.calls);
  vi.restoreAllMocks();
  if (complaints.length > 0)
    throw new Error(`Unexpected console message: ${complaints.join('\n')}`);
});
