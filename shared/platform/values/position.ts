/** The sort key of a timeline entry (shared/platform/store/timeline.ts): a timestamp and an id, in a form that sorts as text. */
export type Position = string;
export const POSITION_LENGTH = 29;

/** Makes timestamps positive, so that they sort as text. */
const SHIFT = 10 ** 11;

export function sortableTimestamp(ts: number): string {
  return String(ts + SHIFT).padStart(12, '0');
}

export function makePosition(ts: number, id: number): Position {
  return `${sortableTimestamp(ts)}#${String(id).padStart(16, '0')}`;
}

export function isPosition(text: string): boolean {
  return /^\d{12}#\d{16}$/.test(text);
}

export function idAt(position: Position): number {
  return Number(position.slice(13));
}

export function timestampAt(position: Position): number {
  return Number(position.slice(0, 12)) - SHIFT;
}
