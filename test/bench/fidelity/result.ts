export interface Edited {
  areOthersSame: boolean;
  isOnlyTextAdded: boolean;
  /** Whether what was saved means what it did, with the text added. */
  isSameMeaning: boolean;
}

/** What a body kept when it was opened, edited at a random place, and saved. */
export interface Fidelity {
  isSameUntouched: boolean;
  /** Undefined for a body without text that can be edited. */
  edited?: Edited;
  characters: number;
  editableCharacters: number;
}
