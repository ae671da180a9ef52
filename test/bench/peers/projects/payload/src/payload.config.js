import { sqliteAdapter } from '@payloadcms/db-sqlite';
import { buildConfig } from 'payload';

const isSignedIn = ({ req }) => Boolean(req.user);

export default buildConfig({
  secret: 'bench',
  telemetry: false,
  db: sqliteAdapter({ client: { url: `file:${process.env.DATA_DIR}/payload.db` }, push: true }),
  admin: { disable: true },
  collections: [
    { slug: 'users', auth: { useAPIKey: true }, fields: [] },
    {
      slug: 'posts',
      access: { read: isSignedIn, create: isSignedIn },
      fields: [
        { name: 'headline', type: 'text', required: true },
        { name: 'body', type: 'textarea' },
        { name: 'tags', type: 'text', hasMany: true, index: true },
      ],
    },
  ],
});
