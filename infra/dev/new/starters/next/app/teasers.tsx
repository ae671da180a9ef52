import type { View } from '../lib/view.js';

export function Teasers({ posts }: { posts: readonly View[] }) {
  return (
    <ul className="teasers">
      {posts.map(({ id, href, headline, subheadline, description, picture, byline, date, iso }) => (
        <li key={id}>
          <a href={href}>
            {picture && <img src={picture} alt="" loading="lazy" />}
            <h2>{headline}</h2>
          </a>
          <p>{subheadline || description}</p>
          <span className="meta">
            {byline} · <time dateTime={iso}>{date}</time>
          </span>
        </li>
      ))}
    </ul>
  );
}
