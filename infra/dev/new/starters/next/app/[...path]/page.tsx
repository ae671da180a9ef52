import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { findPost, loadNewsroom } from '../../lib/newsroom.js';
import { decodePath } from '../../lib/view.js';
import { Story } from '../story';
import { Teasers } from '../teasers';

export const revalidate = 300;

interface Props {
  params: Promise<{ path: string[] }>;
}

/** The pages that are made in the build; others are made when they are first asked for. */
export async function generateStaticParams() {
  const { posts, sections } = await loadNewsroom();
  const paths = [
    ...posts.slice(0, 100).map(({ slug }) => slug.slice(1)),
    ...sections.map(({ full_url }) => full_url),
  ];
  return paths.map(path => ({ path: path.split('/') }));
}

async function load({ params }: Props) {
  const path = decodePath((await params).path.join('/'));
  if (path === null) return { post: null };
  const { posts, sections } = await loadNewsroom();
  const post = posts.find(({ slug }) => slug === `/${path}`) ?? null;
  const section = sections.find(({ full_url }) => full_url === path);
  if (post || !section) return { post: post ?? (await findPost(`/${path}`)) };
  return { section, posts: posts.filter(({ sections: ids }) => ids.includes(section.id)).slice(0, 60) };
}

export async function generateMetadata(props: Props): Promise<Metadata> {
  const { post, section } = await load(props);
  if (section) return { title: section.title };
  if (!post || 'moved_to' in post) return {};
  const { headline, subheadline, description, post_url, picture } = post;
  const text = subheadline || description;
  return {
    title: headline,
    description: text,
    alternates: { canonical: post_url },
    openGraph: { type: 'article', title: headline, description: text, url: post_url, images: picture || [] },
  };
}

export default async function Page(props: Props) {
  const { post, section, posts } = await load(props);
  if (section) {
    return (
      <>
        <h1>{section.title}</h1>
        <Teasers posts={posts} />
      </>
    );
  }
  if (!post || 'moved_to' in post) notFound();
  return <Story post={post} />;
}
