// Creates the tables of a new database, which only happens in development, and the user whose API key the bench uses.
import { getPayload } from 'payload';
import config from './src/payload.config.js';

const payload = await getPayload({ config });
await payload.create({
  collection: 'users',
  data: { email: 'bench@example.org', password: 'bench', enableAPIKey: true, apiKey: process.env.API_KEY },
});
process.exit(0);
