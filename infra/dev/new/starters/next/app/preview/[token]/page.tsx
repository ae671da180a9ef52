import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { findPreview } from '../../../lib/newsroom.js';
import { Story } from '../../story';

export const dynamic = 'force-dynamic';
export const metadata: Metadata = { robots: { index: false }, referrer: 'no-referrer' };

export default async function Preview({ params }: { params: Promise<{ token: string }> }) {
  const post = await findPreview((await params).token);
  if (!post) notFound();
  return <Story post={post} />;
}
