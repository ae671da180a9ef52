import type { Post } from '../service/api.ts';

/** What the address of a story depends on. */
export type Addressed = Pick<Post, 'headline' | 'status' | 'manual_basename' | 'last_published_ts'>;

/** A value of `manual_basename` without letters: the service makes the address from the headline, as for an empty one. */
const NO_LETTERS = '-';

/** Whether the address may still follow the headline: nobody has typed an address, and the story was never published. */
export function followsHeadline({ status, manual_basename: typed, last_published_ts }: Addressed): boolean {
  const isUnseen = (status === 'draft' || status === 'scheduled') && last_published_ts === null;
  return isUnseen && (typed === '' || typed === NO_LETTERS);
}

/**
 * The address of a story that readers don't know yet. The service makes it from the headline when it creates the draft, and when `manual_basename`
 * changes; a later headline changes nothing. So that field gets another value, and is emptied again.
 */
export class Address<P extends Addressed> {
  readonly #write: (basename: string) => Promise<P>;
  /** The headline from which the address was made, if that is known. */
  #headline: string | undefined;

  constructor(write: (basename: string) => Promise<P>) {
    this.#write = write;
  }

  /** The service has created the draft. */
  noteCreated(headline: string): void {
    this.#headline = headline;
  }

  /** Has the address made from the headline that the service has. @returns the post, if it was changed */
  async settle(post: P): Promise<P | undefined> {
    const { headline, manual_basename: typed } = post;
    if (!followsHeadline(post) || (headline === this.#headline && typed === '')) return undefined;
    // An earlier attempt may have ended between the two.
    if (typed === '') await this.#write(NO_LETTERS);
    const changed = await this.#write('');
    this.#headline = changed.headline;
    return changed;
  }
}
