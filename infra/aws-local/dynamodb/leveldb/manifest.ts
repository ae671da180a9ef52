import { Bytes } from './bytes.ts';

/** What a manifest says about the folder: the files that hold the data. */
export interface Manifest {
  /** The sizes of the table files by their numbers. */
  tables: Map<number, number>;
  /** Logs with this number, or greater ones, hold changes that no table file has. */
  logNumber: number;
  /** The sequence number of a change that this manifest knows. */
  lastSequence: number;
}

/** Applies a field of a manifest's record: reads its value, whose meaning its tag tells. */
const FIELDS: Readonly<Record<number, (manifest: Manifest, bytes: Bytes) => void>> = {
  // The name of the order of keys.
  1: (_manifest, bytes) => void bytes.readSlice(),
  2: (manifest, bytes) => (manifest.logNumber = bytes.readVarint()),
  // The number of the next file.
  3: (_manifest, bytes) => void bytes.readVarint(),
  4: (manifest, bytes) => (manifest.lastSequence = bytes.readVarint()),
  // Up to where a level was compacted.
  5: (_manifest, bytes) => {
    bytes.readVarint();
    bytes.readSlice();
  },
  // A table file that was removed from a level.
  6: ({ tables }, bytes) => {
    bytes.readVarint();
    tables.delete(bytes.readVarint());
  },
  // A table file that was added to a level, with its first and last key.
  7: ({ tables }, bytes) => {
    bytes.readVarint();
    tables.set(bytes.readVarint(), bytes.readVarint());
    bytes.readSlice();
    bytes.readSlice();
  },
  // The number of an earlier log, which LevelDB no longer writes.
  9: (_manifest, bytes) => void bytes.readVarint(),
};

/** Reads the records of a manifest. A record removes a file before it adds one. @throws RangeError without a record, or when one is none */
export function readManifest(records: readonly Buffer[]): Manifest {
  if (records.length === 0) throw new RangeError('it has no record');
  const manifest: Manifest = { tables: new Map(), logNumber: 0, lastSequence: 0 };
  for (const record of records) {
    const bytes = new Bytes(record);
    while (!bytes.isAtEnd) {
      const apply = FIELDS[bytes.readVarint()];
      if (!apply) throw new RangeError('The record has an unknown field.');
      apply(manifest, bytes);
    }
  }
  return manifest;
}
