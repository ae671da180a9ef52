// Creates the tables of a new database, and an integration with the keys that the bench uses, as the administration interface makes it.
import { createRequire } from 'node:module';
import { resolve } from 'node:path';

const ghost = resolve('ghost');
// Ghost reads its version from the current folder.
process.chdir(ghost);
const require = createRequire(`${ghost}/index.js`);
const KnexMigrator = require('knex-migrator');
const Database = require('better-sqlite3');

await new KnexMigrator({ knexMigratorFilePath: ghost }).init();

const database = new Database(process.env.database__connection__filename);
const role = database.prepare(`SELECT id FROM roles WHERE name = 'Admin Integration'`).pluck().get();
const now = new Date().toISOString();
const integration = '0123456789abcdef00000000';
database
  .prepare(
    `INSERT INTO integrations (id, type, name, slug, created_at) VALUES (?, 'custom', 'Bench', 'bench', ?)`,
  )
  .run(integration, now);
const addKey = database.prepare(
  'INSERT INTO api_keys (id, type, secret, role_id, integration_id, created_at) VALUES (?, ?, ?, ?, ?, ?)',
);
addKey.run(process.env.ADMIN_KEY_ID, 'admin', process.env.ADMIN_SECRET, role, integration, now);
addKey.run('0123456789abcdef00000001', 'content', process.env.CONTENT_KEY, null, integration, now);
process.exit(0);
