/**
 * The expected sections and posts as a pure function of the operations, applied one after the other. The model names sections and
 * posts by references of its own; 0 is Home.
 */
export type Ref = number;
export const HOME: Ref = 0;

type State = 'draft' | 'published' | 'removed';
interface Section {
  tags: readonly string[];
}
interface Post {
  state: State;
  tags: readonly string[];
  explicit: readonly Ref[];
}
export interface World {
  sections: ReadonlyMap<Ref, Section>;
  posts: ReadonlyMap<Ref, Post>;
}
export const EMPTY: World = { sections: new Map(), posts: new Map() };

type Family = 'drafts' | 'posts';
export type Op =
  | { do: 'create section'; ref: Ref; tags: string[] }
  | { do: 'edit section'; ref: Ref; tags: string[] }
  | { do: 'delete section'; ref: Ref; destination: Ref | null }
  | { do: 'create post'; ref: Ref; family: Family; tags: string[]; sections: Ref[] }
  | { do: 'edit post'; ref: Ref; family: Family; tags?: string[] | undefined; sections?: Ref[] | undefined }
  | { do: 'send back'; ref: Ref; family: Family }
  | { do: 'publish' | 'unpublish' | 'remove' | 'restore'; ref: Ref; family: Family };

export interface Outcome {
  world: World;
  status: number;
}

/** The rule: a post is in every section that shares one of its tags. */
export function automatic({ sections }: World, { tags }: Pick<Post, 'tags'>): Ref[] {
  return [...sections]
    .filter(([, section]) => section.tags.some(tag => tags.includes(tag)))
    .map(([ref]) => ref);
}

export function toMembers(world: World, post: Post): Ref[] {
  return [...new Set([...post.explicit, ...automatic(world, post)])];
}

function refused(world: World, status: number): Outcome {
  return { world, status };
}

function withSection(world: World, ref: Ref, section: Section): World {
  return {
    ...world,
    sections: new Map(world.sections).set(ref, section),
  };
}

function withPost(world: World, ref: Ref, post: Post): Outcome {
  return {
    world: { ...world, posts: new Map(world.posts).set(ref, post) },
    status: 200,
  };
}

export function apply(world: World, op: Op): Outcome {
  switch (op.do) {
    case 'create section':
      return { world: withSection(world, op.ref, { tags: op.tags }), status: 200 };
    case 'edit section':
      if (!world.sections.has(op.ref)) return refused(world, 404);
      return { world: withSection(world, op.ref, { tags: op.tags }), status: 200 };
    case 'delete section':
      return deleteSection(world, op.ref, op.destination);
    case 'create post':
      return createPost(world, op);
    default:
      return changePost(world, op);
  }
}

function deleteSection(world: World, ref: Ref, destination: Ref | null): Outcome {
  if (!world.sections.has(ref)) return refused(world, 404);
  if (destination !== null && (destination === ref || !exists(world, destination)))
    return refused(world, 400);
  const moved = (post: Post): Post => {
    if (!toMembers(world, post).includes(ref)) return post;
    const others = post.explicit.filter(other => other !== ref);
    return { ...post, explicit: [...new Set(destination === null ? others : [...others, destination])] };
  };
  const posts = new Map([...world.posts].map(([id, post]) => [id, moved(post)]));
  const sections = new Map(world.sections);
  sections.delete(ref);
  return { world: { sections, posts }, status: 200 };
}

function exists(world: World, ref: Ref): boolean {
  return ref === HOME || world.sections.has(ref);
}

function createPost(world: World, op: Op & { do: 'create post' }): Outcome {
  if (!op.sections.every(ref => exists(world, ref))) return refused(world, 400);
  const state = op.family === 'posts' ? 'published' : 'draft';
  return withPost(world, op.ref, { state, tags: op.tags, explicit: [...new Set(op.sections)] });
}

type PostOp = Exclude<Op, { do: `${string} section` | 'create post' }>;

function changePost(world: World, op: PostOp): Outcome {
  const post = world.posts.get(op.ref)!;
  const here = post.state === (op.family === 'posts' ? 'published' : 'draft');
  switch (op.do) {
    case 'publish':
      return post.state === 'draft'
        ? withPost(world, op.ref, { ...post, state: 'published' })
        : refused(world, 409);
    case 'unpublish':
      return post.state === 'published'
        ? withPost(world, op.ref, { ...post, state: 'draft' })
        : refused(world, 409);
    case 'restore':
      if (post.state !== 'removed') return refused(world, 409);
      return withPost(world, op.ref, { ...post, state: op.family === 'posts' ? 'published' : 'draft' });
    case 'remove':
      return here ? withPost(world, op.ref, { ...post, state: 'removed' }) : refused(world, 404);
    case 'send back':
      return refused(world, here ? 200 : 404);
    case 'edit post':
      return here ? editPost(world, post, op) : refused(world, 404);
  }
}

/** An automatic section that an edit sends back stays automatic. */
function editPost(world: World, post: Post, op: PostOp & { do: 'edit post' }): Outcome {
  if (!(op.sections ?? []).every(ref => exists(world, ref))) return refused(world, 400);
  const shown = automatic(world, post).filter(ref => !post.explicit.includes(ref));
  const explicit = op.sections ? op.sections.filter(ref => !shown.includes(ref)) : post.explicit;
  return withPost(world, op.ref, { ...post, tags: op.tags ?? post.tags, explicit: [...new Set(explicit)] });
}

/** Every order in which simultaneous operations may have happened. */
export function* orders<T>(items: readonly T[]): Generator<T[]> {
  if (items.length === 0) yield [];
  for (const [index, item] of items.entries())
    for (const rest of orders(items.toSpliced(index, 1))) yield [item, ...rest];
}
