import { createCipheriv } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { inspectImage } from '../../../../shared/library/images/inspect.ts';
import { findPolyglot } from '../../../../shared/library/media/polyglot.ts';
import {
  corners,
  drawn,
  makeGif,
  jpegSegment,
  pngChunk,
  withChunks,
  withSegments,
} from '../../../support/files/pictures.ts';

const SIZE = { width: 60, height: 40 };
function jpeg() {
  return drawn(SIZE, corners(SIZE)).jpeg().toBuffer();
}

function png() {
  return drawn(SIZE, corners(SIZE)).png().toBuffer();
}

function latin1(text: string) {
  return Buffer.from(text, 'latin1');
}

/** An archive of one empty file; readers find its directory from the end. */
function zip(comment = ''): Buffer {
  const local = Buffer.concat([latin1('PK\x03\x04'), Buffer.alloc(22), latin1('\x01\0\0\0a')]);
  const directory = Buffer.concat([
    latin1('PK\x01\x02'),
    Buffer.alloc(24),
    latin1('\x01\0'),
    Buffer.alloc(16),
    latin1('a'),
  ]);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(local.length, 16);
  end.writeUInt16LE(comment.length, 20);
  return Buffer.concat([local, directory, end, latin1(comment)]);
}

async function behind(more: Buffer | string) {
  return Buffer.concat([await jpeg(), typeof more === 'string' ? latin1(more) : more]);
}

async function inComment(text: string) {
  return withSegments(await jpeg(), jpegSegment(0xfe, latin1(text)));
}

/** A GIF that is also a script: its width opens a comment that its last extension closes. */
function gifScript(): Buffer {
  const gif = makeGif(0x2a2f, 1, 1);
  const code = latin1('*/=1;alert(document.domain)//');
  return Buffer.concat([gif.subarray(0, -1), Buffer.from([0x21, 0xfe, code.length]), code, latin1('\0;')]);
}

/** A JPEG that is also a script: the length of its first segment reads as the start of a comment. */
async function jpegScript(): Promise<Buffer> {
  const code = latin1('*/=alert(document.domain);/*');
  const segment = jpegSegment(
    0xe0,
    Buffer.concat([latin1('JFIF\0\x01\x01\0\0\x01\0\x01\0\0'), Buffer.alloc(0x2f2a - 16)]),
  );
  return withSegments(await jpeg(), segment, jpegSegment(0xfe, code));
}

/** Bytes without order, the same in each run. */
function noise(length: number): Buffer {
  return createCipheriv('aes-128-ctr', Buffer.alloc(16), Buffer.alloc(16)).update(Buffer.alloc(length));
}

describe('inspectImage() of a picture that is also another file', () => {
  it.each<[string, () => Promise<Buffer> | Buffer, string]>([
    ['a ZIP', () => behind(zip()), 'a ZIP archive'],
    ['a ZIP with a comment', () => behind(zip('a comment')), 'a ZIP archive'],
    [
      'a ZIP with bytes behind it',
      async () => Buffer.concat([await behind(zip()), Buffer.alloc(500)]),
      'a ZIP archive',
    ],
    ['a ZIP within a chunk', async () => withChunks(await png(), pngChunk('juNk', zip())), 'a ZIP archive'],
    ['a RAR', () => behind('Rar!\x1a\x07\x01\0'), 'an archive'],
    ['a 7z', () => behind("7z\xbc\xaf'\x1c\0\x04"), 'an archive'],
    ['a PHAR', () => inComment('<?php __HALT_COMPILER(); ?>'), 'a PHP archive'],
    ['a PDF', () => behind('%PDF-1.7\n1 0 obj\n'), 'a PDF document'],
    ['a PDF from the start', () => inComment('%PDF-1.4\n'), 'a PDF document'],
    ['HTML behind it', () => behind('\n<!DOCTYPE html><html><body>'), 'HTML or a script'],
    ['HTML in a comment', () => inComment('<HTML lang=en>'), 'HTML or a script'],
    ['a script in a comment', () => inComment('"><script>alert(1)</script>'), 'HTML or a script'],
    [
      'a script in a text',
      async () => withChunks(await png(), pngChunk('tEXt', latin1('a\0<script src=//x></script>'))),
      'HTML or a script',
    ],
    [
      'a handler',
      () => behind('<svg xmlns="http://www.w3.org/2000/svg" onload=alert(1)>'),
      'HTML or a script',
    ],
    ['a handler of an image', () => inComment('<img src=x onerror="alert(1)">'), 'HTML or a script'],
    ['a frame', () => inComment('<iframe src="//evil.example">'), 'HTML or a script'],
    ['PHP', () => inComment('<?php system($_GET["c"]);'), 'HTML or a script'],
    ['JavaScript: a GIF', gifScript, 'a script'],
    ['JavaScript: a JPEG', jpegScript, 'a script'],
  ])('refuses a picture that is also %s', async (_, make, other) => {
    const bytes = await make();

    await expect(inspectImage(bytes, {})).rejects.toMatchObject({
      status: 415,
      code: 'unsupported_media_type',
    });
    expect(findPolyglot(bytes)).toBe(other);
  });
});

describe('inspectImage() of a picture with harmless additions', () => {
  const XMP =
    '<?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">' +
    '<rdf:Description dc:format="image/jpeg" pdf:Producer="a" xmp:onlineId="on" photoshop:Headline="Goals on Monday = 3"><dc:description>&lt;script&gt; 1 &lt; 2 on load = 3</dc:description>' +
    '</rdf:Description></rdf:RDF></x:xmpmeta><?xpacket end="w"?>';

  it.each<[string, () => Promise<Buffer>]>([
    [
      'XMP',
      async () =>
        withSegments(await jpeg(), jpegSegment(0xe1, latin1(`http://ns.adobe.com/xap/1.0/\0${XMP}`))),
    ],
    ['a second picture behind it, as phones write', async () => Buffer.concat([await jpeg(), await jpeg()])],
    ['a video behind it', () => behind('\0\0\0\x18ftypmp42\0\0\0\0mp42isom\0\0\0\x08mdat')],
    ["a camera's own bytes behind it", async () => Buffer.concat([await jpeg(), noise(5_000)])],
    [
      'an SVG icon in its credentials',
      async () =>
        withChunks(
          await png(),
          pngChunk('caBX', latin1('<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0"/></svg>')),
        ),
    ],
    ['a caption with markup', () => inComment('<p>Goals <b>on</b> Monday</p>')],
    [
      'the names of other kinds in it',
      () => inComment('PK, %PDF, <? and PK\x05\x06 are signatures; the end'),
    ],
    ['a profile', () => drawn(SIZE, corners(SIZE)).withIccProfile('p3').jpeg().toBuffer()],
  ])('accepts a picture with %s', async (_, make) => {
    expect(await inspectImage(await make(), {})).toMatchObject(SIZE);
  });

  it('findPolyglot() finds nothing in random bytes, which resemble photographs', () => {
    expect(findPolyglot(noise(20_000_000))).toBeUndefined();
  });
});
