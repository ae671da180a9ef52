/** The shape of the one table, for the deployment and for this machine. */
export const TABLE_KEYS = { partition: 'pk', sort: 'sk' } as const;

/** DynamoDB removes an item some time after this attribute's Unix seconds. */
export const EXPIRY_ATTRIBUTE = 'expires';
