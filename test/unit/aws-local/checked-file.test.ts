import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { readChecked, readOrSetAside, writeChecked } from '../../../infra/aws-local/checked-file.ts';

const errors = vi.spyOn(console, 'error').mockReturnValue();

let dir: string;
let file: string;

beforeEach(async () => {
  errors.mockClear();
  dir = await mkdtemp(join(tmpdir(), 'checked-file-'));
  file = join(dir, 'value.json');
  writeChecked(file, { at: 3 }, false);
});

afterEach(async () => {
  await rm(dir, { recursive: true });
});

function failWith(code: string): () => unknown {
  return () => {
    throw Object.assign(new Error(`${code}: it fails, open '${file}'`), { code });
  };
}

describe('readOrSetAside()', () => {
  it('returns what an undamaged file has', () => {
    expect(readOrSetAside(file, readChecked, 'Nothing works.')).toEqual({ at: 3 });
  });

  it('renames a damaged file, and reports what happens without it', async () => {
    await writeFile(file, '0badc0de\n{"at":3}');
    expect(readOrSetAside(file, readChecked, 'It is made again.')).toBeUndefined();
    expect(await readdir(dir)).toEqual(['value.json.damaged']);
    expect(errors.mock.calls).toEqual([
      [`${file} is damaged: its checksum is wrong. It was set aside as ${file}.damaged. It is made again.`],
    ]);
  });

  it('renames a file of which the disk cannot read a part', async () => {
    expect(readOrSetAside(file, failWith('EIO'), 'It is made again.')).toBeUndefined();
    expect(await readdir(dir)).toEqual(['value.json.damaged']);
  });

  it.each(['EACCES', 'EMFILE', 'ENFILE', 'EPERM'])(
    'throws %s, which says nothing of the file, and leaves the file in its place',
    async code => {
      expect(() => {
        readOrSetAside(file, failWith(code), 'It is made again.');
      }).toThrow(code);
      expect(await readdir(dir)).toEqual(['value.json']);
      expect(errors).not.toHaveBeenCalled();
    },
  );
});
