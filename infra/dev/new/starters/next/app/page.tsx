import { loadNewsroom } from '../lib/newsroom.js';
import { Teasers } from './teasers';

/** A webhook that was lost delays a change by so many seconds. */
export const revalidate = 300;

export default async function Front() {
  const { posts } = await loadNewsroom();
  return (
    <>
      <h1>The latest</h1>
      <Teasers posts={posts.slice(0, 30)} />
    </>
  );
}
