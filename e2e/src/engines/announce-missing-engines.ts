import { announceMissingEngines } from './engines.ts';

export default announceMissingEngines;
