/** Takes the place of infra/aws-local/dynamodb/leveldb/check-folder.ts, which reads LevelDB's files. */
export function checkFolder(): string[] {
  return [];
}
