/** The key attributes of the table, deployed and on this machine. */
export const TABLE_KEYS = { partition: 'pk', sort: 'sk' } as const;

/** The time-to-live attribute, in Unix seconds. DynamoDB deletes an item some time after it. */
export const EXPIRY_ATTRIBUTE = 'expires';
