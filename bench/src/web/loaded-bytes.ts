import type { Page } from 'playwright-core';

/** The bytes that a URL loads over the network with an empty cache, until nothing more arrives. */
export const measureLoadedBytes = async (
  page: Page,
  url: string,
): Promise<{ readonly javascriptBytes: number; readonly allBytes: number }> => {
  const client = await page.context().newCDPSession(page);
  await client.send('Network.enable');
  await client.send('Network.setCacheDisabled', { cacheDisabled: true });
  const scripts = new Set<string>();
  let javascriptBytes = 0;
  let allBytes = 0;
  client.on('Network.responseReceived', ({ requestId, type }) => {
    if (type === 'Script') scripts.add(requestId);
  });
  client.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    allBytes += encodedDataLength;
    if (scripts.has(requestId)) javascriptBytes += encodedDataLength;
  });
  await page.goto(url, { waitUntil: 'networkidle' });
  await client.detach();
  return { javascriptBytes, allBytes };
};
