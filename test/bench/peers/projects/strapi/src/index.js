const TOKENS = 'admin::api-token';

module.exports = {
  /** Creates the API token that the bench uses, in a new database. */
  async bootstrap({ strapi }) {
    const accessKey = strapi.service(TOKENS).hash(process.env.API_KEY);
    if (await strapi.db.query(TOKENS).findOne({ where: { accessKey } })) return;
    await strapi.db.query(TOKENS).create({
      data: { name: 'bench', description: '', type: 'full-access', kind: 'content-api', accessKey },
    });
  },
};
