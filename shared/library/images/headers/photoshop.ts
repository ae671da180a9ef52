const IPTC = 0x0404;

/** Finds the IPTC records among Photoshop's resources: each has "8BIM", an id, a padded name, a length and padded data. */
export function iptcResource(resources: Buffer): Buffer | undefined {
  let at = 0;
  while (at + 12 <= resources.length && resources.toString('latin1', at, at + 4) === '8BIM') {
    const id = resources.readUInt16BE(at + 4);
    const name = 1 + resources.readUInt8(at + 6);
    const size = at + 6 + name + (name % 2);
    if (size + 4 > resources.length) return undefined;
    const from = size + 4;
    const length = resources.readUInt32BE(size);
    if (id === IPTC) return resources.subarray(from, from + length);
    at = from + length + (length % 2);
  }
  return undefined;
}
