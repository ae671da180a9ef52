/** The sort key of an entry in a timeline (shared/store/timeline.ts): a timestamp and an id, which sort as text. */
export type Position = string;

/** Added to timestamps so that they sort as text also when negative. */
const SHIFT = 10 ** 11;

export const stamp = (ts: number): string => String(ts + SHIFT).padStart(12, '0');

export const positionOf = (ts: number, id: number): Position =>
  `${stamp(ts)}#${String(id).padStart(16, '0')}`;

export const isPosition = (text: string): boolean => /^\d{12}#\d{16}$/.test(text);

export const idAt = (position: Position): number => Number(position.slice(13));

export const timestampAt = (position: Position): number => Number(position.slice(0, 12)) - SHIFT;
