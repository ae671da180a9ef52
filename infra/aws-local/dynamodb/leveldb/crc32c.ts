/** The polynomial of CRC-32C (Castagnoli), with its bits reversed. Node.js itself has only the one of gzip. */
const POLYNOMIAL = 0x82f63b78;
const TABLE_BYTES = 256 * 4;

/** Table n continues a checksum over a byte that n zero bytes follow, so that one step takes eight bytes. */
const TABLES = createTables();

function createTables(): DataView {
  const tables = new DataView(new ArrayBuffer(8 * TABLE_BYTES));
  for (let byte = 0; byte < 256; byte++) {
    let checksum = byte;
    for (let bit = 0; bit < 8; bit++)
      checksum = checksum & 1 ? (checksum >>> 1) ^ POLYNOMIAL : checksum >>> 1;
    tables.setInt32(byte * 4, checksum);
  }
  for (let at = TABLE_BYTES; at < tables.byteLength; at += 4) {
    const shorter = tables.getInt32(at - TABLE_BYTES);
    tables.setInt32(at, (shorter >>> 8) ^ tables.getInt32((shorter & 255) * 4));
  }
  return tables;
}

function lookUp(table: number, byte: number): number {
  return TABLES.getInt32(table * TABLE_BYTES + (byte & 255) * 4);
}

/** The CRC-32C of bytes, at some 1 GB per second. */
export function crc32c(bytes: Uint8Array): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  let checksum = -1;
  let at = 0;
  for (; at + 8 <= bytes.length; at += 8) {
    const low = checksum ^ view.getInt32(at, true);
    const high = view.getInt32(at + 4, true);
    checksum =
      lookUp(7, low) ^
      lookUp(6, low >>> 8) ^
      lookUp(5, low >>> 16) ^
      lookUp(4, low >>> 24) ^
      lookUp(3, high) ^
      lookUp(2, high >>> 8) ^
      lookUp(1, high >>> 16) ^
      lookUp(0, high >>> 24);
  }
  for (; at < bytes.length; at++) checksum = (checksum >>> 8) ^ lookUp(0, checksum ^ view.getUint8(at));
  return ~checksum >>> 0;
}

/** LevelDB stores checksums rotated and with a constant added, because checksums of bytes that hold checksums are weak. */
export function unmask(stored: number): number {
  const rotated = (stored - 0xa282ead8) >>> 0;
  return ((rotated >>> 17) | (rotated << 15)) >>> 0;
}
