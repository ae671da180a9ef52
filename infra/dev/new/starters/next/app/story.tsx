import type { View } from '../lib/view.js';

/** The HTML of picture and body comes safe from the newsroom. */
export function Story({ post }: { post: View }) {
  return (
    <article>
      <h1>{post.headline}</h1>
      <p>{post.subheadline}</p>
      <p className="meta">
        {post.byline} · <time dateTime={post.iso}>{post.date}</time>
      </p>
      <div dangerouslySetInnerHTML={{ __html: post.figure_html + post.body_html }} />
    </article>
  );
}
