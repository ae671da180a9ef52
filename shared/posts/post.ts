import type { Versioned } from '../store/record.ts';
import type { Item } from '../store/table.ts';
import type { Content } from './content.ts';
import type { PostRecord } from './record.ts';
import type { Stats } from './stats.ts';

/** A post with its content and counters. */
export interface Post extends Versioned<PostRecord> {
  /** null when it was not read. */
  content: Content | null;
  stats: Stats;
  /** The key of the S3 object of a large content, for its clean-up. */
  object: string | null;
}

/** A post whose content is still packed as it is stored: the unpacked contents of many posts may exceed the memory. */
export interface PackedPost extends Omit<Post, 'content'> {
  packed: Item | undefined;
}
