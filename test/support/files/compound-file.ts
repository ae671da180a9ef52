const FREE = 0xffffffff;
const END = 0xfffffffe;
const FAT = 0xfffffffd;
const ENTRY = 128;
/** The number of FAT sectors that the header lists. */
const IN_HEADER = 109;

/** A storage of a compound file: streams (null) and nested storages by name. */
export interface Storage {
  [name: string]: null | Storage;
}

interface Entry {
  name: string;
  type: number;
  right: number;
  child: number;
}

/**
 * The bytes of a compound file ([MS-CFB]) with these empty streams: the header, the FAT sectors, the DIFAT sectors that list those
 * beyond the header's room, `padding` sectors of content, and the directory.
 */
export function compoundFile(tree: Storage, { sectorShift = 9, padding = 0 } = {}): Buffer {
  const size = 1 << sectorShift;
  const perSector = size / 4;
  const directory = makeDirectory(tree, size);
  const directorySectors = directory.length / size;
  let fatCount = 0;
  let listCount = 0;
  let total = 0;
  do {
    fatCount++;
    listCount = Math.ceil(Math.max(0, fatCount - IN_HEADER) / (perSector - 1));
    total = fatCount + listCount + padding + directorySectors;
  } while (fatCount * perSector < total);
  const first = total - directorySectors;
  const fat = Array.from({ length: fatCount * perSector }, (_, sector) => {
    if (sector < fatCount) return FAT;
    if (sector < first || sector >= total) return FREE;
    return sector === total - 1 ? END : sector + 1;
  });
  const lists = Array.from({ length: listCount }, (_, nth) => {
    const numbers = Array.from({ length: perSector - 1 }, (_, at) => IN_HEADER + nth * (perSector - 1) + at);
    const next = nth === listCount - 1 ? END : fatCount + nth + 1;
    return [...numbers.map(sector => (sector < fatCount ? sector : FREE)), next];
  });
  return Buffer.concat([
    header(sectorShift, { fatCount, listCount, firstDirectory: first }),
    numbers(fat),
    ...lists.map(numbers),
    Buffer.alloc(padding * size),
    directory,
  ]);
}

interface Layout {
  fatCount: number;
  listCount: number;
  firstDirectory: number;
}

function header(shift: number, { fatCount, listCount, firstDirectory }: Layout): Buffer {
  const bytes = Buffer.alloc(1 << shift);
  Buffer.from('d0cf11e0a1b11ae1', 'hex').copy(bytes);
  bytes.writeUInt16LE(0x3e, 24);
  bytes.writeUInt16LE(shift === 9 ? 3 : 4, 26);
  bytes.writeUInt16LE(0xfffe, 28);
  bytes.writeUInt16LE(shift, 30);
  bytes.writeUInt16LE(6, 32);
  bytes.writeUInt32LE(fatCount, 44);
  bytes.writeUInt32LE(firstDirectory, 48);
  bytes.writeUInt32LE(4096, 56);
  bytes.writeUInt32LE(END, 60);
  bytes.writeUInt32LE(listCount === 0 ? END : fatCount, 68);
  bytes.writeUInt32LE(listCount, 72);
  for (let nth = 0; nth < IN_HEADER; nth++) bytes.writeUInt32LE(nth < fatCount ? nth : FREE, 76 + 4 * nth);
  return bytes;
}

/** Links each entry as the right child of its sibling: a valid but unbalanced tree. */
function makeDirectory(tree: Storage, sector: number): Buffer {
  const entries: Entry[] = [{ name: 'Root Entry', type: 5, right: FREE, child: FREE }];
  const add = (storage: Storage): number => {
    let first = FREE;
    let before: Entry | undefined;
    for (const [name, inner] of Object.entries(storage)) {
      const entry = { name, type: inner ? 1 : 2, right: FREE, child: FREE };
      const id = entries.push(entry) - 1;
      if (before) before.right = id;
      else first = id;
      before = entry;
      if (inner) entry.child = add(inner);
    }
    return first;
  };
  entries[0]!.child = add(tree);
  const bytes = Buffer.alloc(Math.ceil((entries.length * ENTRY) / sector) * sector);
  entries.forEach(({ name, type, right, child }, id) => {
    const at = id * ENTRY;
    bytes.write(name, at, 'utf16le');
    bytes.writeUInt16LE((name.length + 1) * 2, at + 64);
    bytes.writeUInt8(type, at + 66);
    bytes.writeUInt32LE(FREE, at + 68);
    bytes.writeUInt32LE(right, at + 72);
    bytes.writeUInt32LE(child, at + 76);
  });
  return bytes;
}

function numbers(values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4);
  values.forEach((value, nth) => bytes.writeUInt32LE(value, nth * 4));
  return bytes;
}
