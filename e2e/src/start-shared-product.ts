import { rm } from 'node:fs/promises';
import { freePort } from '../../apps/server/test/free-port.ts';
import { ownTemporaryFolders } from '../../scripts/clean-up.ts';
import { copyDemoData, createDataFolder, DEMO_FOLDER } from './data-folder.ts';
import { startProduct } from './product.ts';

/**
 * Writes the demo data once, and starts one product with a copy of it, shared by all journeys that
 * do not stop the server.
 */
const startSharedProduct = async (): Promise<() => Promise<void>> => {
  await ownTemporaryFolders();
  const demoFolder = await createDataFolder();
  process.env[DEMO_FOLDER] = demoFolder;
  await (await startProduct({ dataDirectory: demoFolder, port: 0 })).stop();

  const dataDirectory = await copyDemoData();
  // Named, because links to its deals contain it.
  const product = await startProduct({ dataDirectory, port: await freePort() });
  process.env['PRODUCT_URL'] = product.url;
  return async () => {
    await product.stop();
    await rm(dataDirectory, { recursive: true, force: true });
    await rm(demoFolder, { recursive: true, force: true });
  };
};

export default startSharedProduct;
