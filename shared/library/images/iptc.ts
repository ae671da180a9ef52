import { isUtf8 } from 'node:buffer';

/** The text datasets of IPTC-IIM's record 2, by the standard's names. */
const NAMES: ReadonlyMap<number, string> = new Map([
  [5, 'object name'],
  [7, 'edit status'],
  [8, 'editorial update'],
  [10, 'urgency'],
  [12, 'subject reference'],
  [15, 'category'],
  [20, 'supplemental category'],
  [22, 'fixture identifier'],
  [25, 'keywords'],
  [26, 'content location code'],
  [27, 'content location name'],
  [30, 'release date'],
  [35, 'release time'],
  [37, 'expiration date'],
  [38, 'expiration time'],
  [40, 'special instructions'],
  [42, 'action advised'],
  [45, 'reference service'],
  [47, 'reference date'],
  [50, 'reference number'],
  [55, 'date created'],
  [60, 'time created'],
  [62, 'digital creation date'],
  [63, 'digital creation time'],
  [65, 'originating program'],
  [70, 'program version'],
  [75, 'object cycle'],
  [80, 'by-line'],
  [85, 'by-line title'],
  [90, 'city'],
  [92, 'sub-location'],
  [95, 'province/state'],
  [100, 'country/primary location code'],
  [101, 'country/primary location name'],
  [103, 'original transmission reference'],
  [105, 'headline'],
  [110, 'credit'],
  [115, 'source'],
  [116, 'copyright notice'],
  [118, 'contact'],
  [120, 'caption/abstract'],
  [121, 'local caption'],
  [122, 'writer/editor'],
  [130, 'image type'],
  [131, 'image orientation'],
  [135, 'language identifier'],
]);

const MAX_DATASETS = 500;
const MAX_TEXT_LENGTH = 4_000;
const MAX_RECORD_LENGTH = 20_000;

/** Reads IPTC texts by name; joins repeated ones (keywords, by-lines). Stops at incomplete or invalid data. */
export function readIptc(bytes: Buffer): Record<string, string> {
  const texts = new Map<string, string>();
  let isMarked = false;
  let left = MAX_RECORD_LENGTH;
  for (const { record, dataset, value } of datasets(bytes)) {
    if (record === 1 && dataset === 90) isMarked = value.toString('latin1') === '\x1b%G';
    const name = record === 2 ? NAMES.get(dataset) : undefined;
    const text = name === undefined ? '' : decodeValue(value, isMarked).slice(0, left);
    if (name === undefined || text === '') continue;
    const before = texts.get(name);
    texts.set(name, (before === undefined ? text : `${before}, ${text}`).slice(0, MAX_TEXT_LENGTH));
    left -= text.length;
  }
  return Object.fromEntries(texts);
}

interface Dataset {
  record: number;
  dataset: number;
  value: Buffer;
}

/** Each dataset has 1C, two numbers and a length. A length with the high bit set is the length of a longer length field. */
function* datasets(bytes: Buffer): Generator<Dataset> {
  let at = 0;
  for (let count = 0; count < MAX_DATASETS && at + 5 <= bytes.length && bytes[at] === 0x1c; count++) {
    const [record = 0, dataset = 0] = bytes.subarray(at + 1, at + 3);
    const length = bytes.readUInt16BE(at + 3);
    const more = length & 0x8000 ? length & 0x7fff : 0;
    const from = at + 5 + more;
    if (more > 4 || from > bytes.length) return;
    const to = from + (more > 0 ? bytes.readUIntBE(at + 5, more) : length);
    if (to > bytes.length) return;
    yield { record, dataset, value: bytes.subarray(from, to) };
    at = to;
  }
}

/** Without the UTF-8 marker the standard says Latin-1, but many programs write UTF-8 without the marker. */
function decodeValue(value: Buffer, isMarked: boolean): string {
  const text = new TextDecoder(isMarked || isUtf8(value) ? 'utf-8' : 'windows-1252').decode(value);
  return text
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\n\t]/gu, '')
    .trim();
}
