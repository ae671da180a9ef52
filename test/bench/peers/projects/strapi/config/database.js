const { join } = require('node:path');

module.exports = ({ env }) => ({
  connection: {
    client: 'sqlite',
    connection: { filename: join(env('DATA_DIR'), 'data.db') },
    useNullAsDefault: true,
  },
});
