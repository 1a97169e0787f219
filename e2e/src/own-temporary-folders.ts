import { ownTemporaryFolders } from '../../scripts/clean-up.ts';

/** Set-up of runs that start no shared product. */
export default ownTemporaryFolders;
