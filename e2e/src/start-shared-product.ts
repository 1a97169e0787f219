import { rm } from 'node:fs/promises';
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
  const product = await startProduct({ dataDirectory, port: 0 });
  process.env['PRODUCT_URL'] = product.url;
  return async () => {
    await product.stop();
    await rm(dataDirectory, { recursive: true, force: true });
    await rm(demoFolder, { recursive: true, force: true });
  };
};

export default startSharedProduct;
