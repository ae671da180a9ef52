import { gzipSync } from 'node:zlib';

const BLOCK = 512;
/** npm expects all files in this folder. */
const FOLDER = 'package/';
/** Fixed owner and time, so that the same files are always the same bytes. npm refuses no date; this one is that of no release. */
const MODIFIED_S = 499_162_500;

/** The files of a package as `npm pack` makes it: a compressed tar archive (POSIX ustar). @throws Error for a name of over 100 bytes */
export function packTar(files: ReadonlyMap<string, string>): Buffer {
  const blocks = [...files]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([name, text]) => {
      const content = Buffer.from(text);
      const rest = Buffer.alloc((BLOCK - (content.length % BLOCK)) % BLOCK);
      return [writeHeader(`${FOLDER}${name}`, content.length), content, rest];
    });
  const archive = gzipSync(Buffer.concat([...blocks, Buffer.alloc(2 * BLOCK)]), { level: 9 });
  // The name of the operating system in the header of gzip, which differs between machines: 255 is unknown.
  archive[9] = 255;
  return archive;
}

function writeHeader(name: string, size: number): Buffer {
  if (Buffer.byteLength(name) > 100) throw new Error(`${name} is too long for the archive`);
  const header = Buffer.alloc(BLOCK);
  header.write(name, 0);
  header.write('0000644\0', 100);
  header.write('0000000\0', 108);
  header.write('0000000\0', 116);
  header.write(`${size.toString(8).padStart(11, '0')}\0`, 124);
  header.write(`${MODIFIED_S.toString(8).padStart(11, '0')}\0`, 136);
  header.write('        ', 148);
  header.write('0', 156);
  header.write('ustar\0', 257);
  header.write('00', 263);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return header;
}
