import { isJpegFrame, jpegSize } from '../../media/image-size.ts';
import { damagedImage, type Header } from './header.ts';
import { iptcResource } from './photoshop.ts';

const START_OF_SCAN = 0xda;
const END_OF_IMAGE = 0xd9;
const APP13 = 0xed;
const PHOTOSHOP = 'Photoshop 3.0\0';
/** Real files have fewer than 20. Each scan of a progressive picture covers all of it again. */
const MAX_SCANS = 100;
const MAX_SEGMENTS = 5_000;

interface Segment {
  marker: number;
  from: number;
  to: number;
}

/** Reads the size from the frame header, counts the scans, and finds out whether they can be decoded row by row. */
export function jpegHeader(bytes: Buffer): Header {
  let frame: Segment | undefined;
  let firstScan: Segment | undefined;
  let scans = 0;
  const photoshop: Buffer[] = [];
  for (const segment of segments(bytes)) {
    const { marker, from, to } = segment;
    if (isJpegFrame(marker)) frame ??= segment;
    else if (marker === START_OF_SCAN) {
      firstScan ??= segment;
      if (++scans > MAX_SCANS) throw damagedImage('it has too many scans');
    } else if (marker === APP13 && bytes.toString('latin1', from, from + PHOTOSHOP.length) === PHOTOSHOP) {
      photoshop.push(bytes.subarray(from + PHOTOSHOP.length, to));
    }
  }
  if (frame === undefined || firstScan === undefined) throw damagedImage('there is no picture in it');
  const [width, height] = jpegSize(bytes, frame.from);
  return {
    width,
    height,
    frames: 1,
    memory: isRowByRow(bytes, frame, firstScan) ? 0 : coefficients(bytes, frame),
    scans,
    iptc: photoshop.length === 0 ? undefined : iptcResource(Buffer.concat(photoshop)),
  };
}

function* segments(bytes: Buffer): Generator<Segment> {
  let at = 2;
  for (let count = 0; at < bytes.length - 1; count++) {
    if (count > MAX_SEGMENTS) throw damagedImage('it has too many segments');
    // Some cameras leave bytes between segments; decoders skip them.
    at = bytes.indexOf(0xff, at);
    if (at === -1) return;
    const marker = bytes.readUInt8(at + 1);
    if (marker === END_OF_IMAGE) return;
    if (marker === 0xff) at += 1;
    else if (isBare(marker)) at += 2;
    else {
      const from = at + 4;
      const to = at + 2 + bytes.readUInt16BE(at + 2);
      if (to > bytes.length) throw damagedImage('it is cut off');
      yield { marker, from, to };
      at = marker === START_OF_SCAN ? findScanEnd(bytes, to) : Math.max(to, from);
    }
  }
}

/** Restart markers and 01 have no data. */
function isBare(marker: number): boolean {
  return marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7);
}

/** Within a scan, FF is followed by 0, a restart marker or another FF. */
function findScanEnd(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf(0xff, from); at !== -1; at = bytes.indexOf(0xff, at + 1)) {
    const next = bytes[at + 1] ?? END_OF_IMAGE;
    if (next !== 0 && next !== 0xff && !isBare(next)) return at;
  }
  return bytes.length;
}

/** Whether the picture is sequential and its one scan has all components. */
function isRowByRow(bytes: Buffer, frame: Segment, scan: Segment): boolean {
  return (frame.marker === 0xc0 || frame.marker === 0xc1) && bytes[scan.from] === bytes[frame.from + 5];
}

/** Two bytes for each coefficient; subsampled components have fewer. */
function coefficients(bytes: Buffer, { from }: Segment): number {
  const components = Array.from({ length: bytes.readUInt8(from + 5) }, (_, index) => {
    const sampling = bytes.readUInt8(from + 7 + 3 * index);
    return (sampling >> 4) * (sampling & 15);
  });
  const [width, height] = jpegSize(bytes, from);
  const shares = components.reduce((sum, samples) => sum + samples, 0) / Math.max(...components, 1);
  return Math.ceil(2 * width * height * shares);
}
