import type { Metadata } from 'next';
import type { ReactNode } from 'react';
import '../lib/style.css';
import { loadNewsroom } from '../lib/newsroom.js';
import { SITE_TITLE } from '../lib/settings.js';

export const metadata: Metadata = {
  title: SITE_TITLE,
  alternates: { types: { 'application/rss+xml': '/feeds/rss.xml' } },
};

export default async function Layout({ children }: { children: ReactNode }) {
  const { sections } = await loadNewsroom();
  return (
    <html lang="en">
      <body>
        <header>
          <a href="/">{SITE_TITLE}</a>
          <nav>
            {sections.map(({ id, title, href }) => (
              <a key={id} href={href}>
                {title}
              </a>
            ))}
          </nav>
        </header>
        <main>{children}</main>
        <footer className="meta">
          <a href="/feeds/rss.xml">RSS</a>
        </footer>
      </body>
    </html>
  );
}
