import { makePrivateFolder } from '../core/private-files.ts';

/** What the service keeps in its data folder. */
const ENTRIES = ['admin-key', 'admin-key.new', 'dynamodb', 'ready.json', 'ready.json.new', 's3', 'scheduler'];

/** Makes the data folder, and lets only this user read it. */
export function makeDataFolder(dir: string): void {
  makePrivateFolder(dir, ENTRIES);
}
