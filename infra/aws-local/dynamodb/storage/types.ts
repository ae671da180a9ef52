/**
 * The values of items in LevelDB: the length of a structure, the structure, and all texts of the item as one. An attribute of the structure
 * is the length of its name, a tag for its type, and
 *
 *   a length                       for a text or a number, which continues the texts
 *   a length and bytes             for binary data
 *   a length and such values       for a list; with names for a map; of one type for a set
 *
 * Lengths are little-endian base-128 numbers; those of texts count UTF-16 units, so that a value is decoded by slices of one text.
 */
export const TYPES = ['S', 'N', 'B', 'BOOL', 'NULL', 'SS', 'NS', 'BS', 'L', 'M'] as const;
export type Type = (typeof TYPES)[number];
/** A boolean's tag is this one, or the one of its type when it is false. The tag of every other type is its place in the list. */
export const TRUE = TYPES.length;
