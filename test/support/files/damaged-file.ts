import { readFile, rm, truncate, writeFile } from 'node:fs/promises';

/** Changes a bit of a file. @param position of the byte; negative from the end */
export async function flipBit(file: string, position: number): Promise<void> {
  const bytes = await readFile(file);
  const at = position < 0 ? bytes.length + position : position;
  bytes.writeUInt8(bytes.readUInt8(at) ^ 4, at);
  await writeFile(file, bytes);
}

/** Changes a bit of a file, cuts it, or removes it. @returns what was done */
export async function damageFile(file: string, random: () => number): Promise<string> {
  const { length } = await readFile(file);
  const position = Math.floor(random() * length);
  const action = length === 0 ? 2 : Math.floor(random() * 3);
  if (action === 0) await flipBit(file, position);
  else if (action === 1) await truncate(file, position);
  else await rm(file);
  return [`a bit of byte ${position} of ${length} is changed`, `cut to ${position} of ${length}`, 'removed'][
    action
  ]!;
}
